{{- /* The keys of the chart's own Secret: every inline value that no existing Secret replaces. */ -}}
{{- define "openintents.secretData" -}}
{{- $v := .Values -}}
{{- $data := dict -}}
{{- if and $v.postgresql.host (not $v.postgresql.existingSecret) -}}
{{- range $owner, $password := $v.postgresql.passwords -}}
{{- with $password -}}{{- $_ := set $data (printf "postgresql-%s" (kebabcase $owner)) . -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $v.kafka.sasl.mechanism (not $v.kafka.sasl.existingSecret) -}}
{{- $_ := set $data "kafka-username" $v.kafka.sasl.username -}}
{{- $_ = set $data "kafka-password" $v.kafka.sasl.password -}}
{{- end -}}
{{- if not $v.core.existingSecret -}}
{{- with $v.core.secretKey -}}{{- $_ := set $data "core-secret-key" . -}}{{- end -}}
{{- end -}}
{{- if not $v.webhooks.existingSecret -}}
{{- with $v.webhooks.secretKey -}}{{- $_ := set $data "webhooks-secret-key" . -}}{{- end -}}
{{- end -}}
{{- if not $v.runner.existingSecret -}}
{{- with $v.runner.key -}}{{- $_ := set $data "runner-key" . -}}{{- end -}}
{{- with $v.runner.privateKey -}}{{- $_ := set $data "runner-private-key" . -}}{{- end -}}
{{- end -}}
{{- if $data -}}{{- toYaml $data -}}{{- end -}}
{{- end -}}
