{{- /* What works but is insecure or not for production in these values, as a JSON list of sentences. */ -}}
{{- define "openintents.warnings" -}}
{{- $list := list -}}
{{- if include "openintents.secretData" . | trim -}}
{{- $list = append $list "secrets are given inline, so anyone who may read the release reads them; name existing Secrets instead." -}}
{{- end -}}
{{- if .Values.testMode.enabled -}}
{{- $list = append $list "test mode is on: the test shop runs here and shows its books to whoever reaches it." -}}
{{- end -}}
{{- if and .Values.postgresql.host (ne .Values.postgresql.tls.mode "verify-full") -}}
{{- $list = append $list (printf "the database's identity is not checked (postgresql.tls.mode is %s)." .Values.postgresql.tls.mode) -}}
{{- end -}}
{{- if and .Values.kafka.brokers (not .Values.kafka.tls) -}}
{{- $list = append $list "events reach Kafka without TLS." -}}
{{- end -}}
{{- if hasPrefix "http://" .Values.publicOrigin -}}
{{- $list = append $list "the public origin is plain http: keys cross the network readable." -}}
{{- end -}}
{{- if not .Values.kafka.brokers -}}
{{- $list = append $list "events go through PostgreSQL, which suits small installations; set kafka.brokers for large ones." -}}
{{- end -}}
{{- toJson $list -}}
{{- end -}}
