{{- define "openintents.network.dns" -}}
- ports:
    - {port: 53, protocol: UDP}
    - {port: 53, protocol: TCP}
{{- end -}}

{{- /* The database is outside, at an address that the chart does not know; a full URL may name any port. */ -}}
{{- define "openintents.network.database" -}}
- ports:
    - {port: {{ .Values.postgresql.port | int }}, protocol: TCP}
{{- end -}}

{{- /* Addresses of the internet: everything but private networks, this host and the cloud's metadata address. */ -}}
{{- define "openintents.network.internet" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: ["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"]
    - ipBlock:
        cidr: "::/0"
        except: ["::1/128", "fc00::/7", "fe80::/10"]
{{- end -}}

{{- /* Who may call a service: callers by the catalog, the entry for HTTP, the runner for the shop, Prometheus for metrics. */ -}}
{{- define "openintents.network.from" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- if eq .service.serves "grpc" -}}
{{- $callers := list -}}
{{- range $other, $theirs := .services -}}
{{- if has $.name $theirs.calls -}}{{- $callers = append $callers $other -}}{{- end -}}
{{- end -}}
- from:
    {{- range $callers }}
    - podSelector:
        matchLabels:
          {{- include "openintents.selectorLabels" (dict "root" $.root "component" .) | nindent 10 }}
    {{- end }}
    {{- with $policy.grpcFrom }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  ports: [{port: grpc, protocol: TCP}]
{{ else if eq .name "shop" -}}
- from:
    - podSelector:
        matchLabels:
          {{- include "openintents.selectorLabels" (dict "root" .root "component" "runner") | nindent 10 }}
  ports: [{port: http, protocol: TCP}]
{{ else if eq .service.serves "http" -}}
- ports: [{port: http, protocol: TCP}]
  {{- with $policy.entryFrom }}
  from:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{ end -}}
- ports: [{port: metrics, protocol: TCP}]
  {{- with $policy.metricsFrom }}
  from:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "openintents.network.to" -}}
{{- $v := .root.Values -}}
{{ include "openintents.network.dns" .root }}
{{- range .service.calls }}
- to:
    - podSelector:
        matchLabels:
          {{- include "openintents.selectorLabels" (dict "root" $.root "component" .) | nindent 10 }}
  ports: [{port: grpc, protocol: TCP}]
{{- end }}
{{- if .service.owner }}
{{ include "openintents.network.database" .root }}
{{- end }}
{{- if and .service.eventLog $v.kafka.brokers }}
- ports:
    {{- range $port := include "openintents.brokerPorts" .root | fromJsonArray }}
    - {port: {{ $port }}, protocol: TCP}
    {{- end }}
{{- end }}
{{- if has .name (list "webhooks" "runner") }}
{{ include "openintents.network.internet" .root }}
{{- end }}
{{- if and (eq .name "webhooks") $v.webhooks.allowNetworks }}
- to:
    {{- range $v.webhooks.allowNetworks }}
    - ipBlock: {cidr: {{ . | quote }}}
    {{- end }}
{{- end }}
{{- if and (eq .name "runner") $v.testMode.enabled }}
- to:
    - podSelector:
        matchLabels:
          {{- include "openintents.selectorLabels" (dict "root" .root "component" "shop") | nindent 10 }}
  ports: [{port: http, protocol: TCP}]
{{- end }}
{{- with $v.networkPolicy.extraEgress }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "openintents.brokerPorts" -}}
{{- $ports := list -}}
{{- range .Values.kafka.brokers -}}
{{- $ports = append $ports (regexFind "[0-9]+$" . | int) -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end -}}
