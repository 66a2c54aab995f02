{{- /* Prefix of resource names; leaves room for "-" and the longest component in 63 characters. */ -}}
{{- define "openintents.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 48 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 48 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Labels that never change for a component, so that selectors may use them. */ -}}
{{- define "openintents.selectorLabels" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "openintents.labels" -}}
{{ include "openintents.selectorLabels" . }}
app.kubernetes.io/part-of: openintents
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{- define "openintents.image" -}}
{{- with .Values.image -}}
{{- $name := ternary .repository (printf "%s/%s" .registry .repository) (empty .registry) -}}
{{- if .digest -}}{{ $name }}@{{ .digest }}{{- else -}}{{ $name }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "openintents.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* What is deployed, as JSON by name: the catalog's facts, the defaults, and the service's own values over them. */ -}}
{{- define "openintents.services" -}}
{{- $services := dict -}}
{{- range $name, $facts := include "openintents.catalog" . | fromYaml -}}
{{- $own := index $.Values.services $name | default dict -}}
{{- $service := mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $own) $facts -}}
{{- /* A fixed number and an autoscaler exclude each other, so the default number does not count where one scales. */ -}}
{{- $_ := set $service "fixedReplicas" (not (kindIs "invalid" (index $own "replicas"))) -}}
{{- $_ = set $service "fullname" (printf "%s-%s" (include "openintents.fullname" $) $name) -}}
{{- if and $service.enabled (or $.Values.testMode.enabled (not $facts.testOnly)) -}}
{{- $_ = set $services $name $service -}}
{{- end -}}
{{- end -}}
{{- toJson $services -}}
{{- end -}}

{{- define "openintents.serviceAccountName" -}}
{{- .serviceAccount.name | default .fullname -}}
{{- end -}}

{{- /* Host name of an origin. */ -}}
{{- define "openintents.host" -}}
{{- (urlParse .).hostname -}}
{{- end -}}

{{- /* The hosts of a service that is reached from outside: hosted pages may have one more. */ -}}
{{- define "openintents.hosts" -}}
{{- $hosts := .hosts -}}
{{- if and (eq .name "console") .root.Values.hostedOrigin -}}
{{- $hosts = append $hosts (include "openintents.host" .root.Values.hostedOrigin) | uniq -}}
{{- end -}}
{{- toJson $hosts -}}
{{- end -}}

{{- define "openintents.ingressHosts" -}}
{{- list (.Values.ingress.host | default (include "openintents.host" .Values.publicOrigin)) | toJson -}}
{{- end -}}

{{- define "openintents.routeHosts" -}}
{{- .Values.httpRoute.hostnames | default (list (include "openintents.host" .Values.publicOrigin)) | toJson -}}
{{- end -}}

{{- /* The owners of a part of the database that need migrations: those deployed, and the event log without Kafka. */ -}}
{{- define "openintents.owners" -}}
{{- $owners := list -}}
{{- if not .Values.kafka.brokers -}}{{- $owners = append $owners "eventLog" -}}{{- end -}}
{{- range $name, $service := include "openintents.services" . | fromJson -}}
{{- with $service.owner -}}{{- $owners = append $owners . -}}{{- end -}}
{{- end -}}
{{- toJson $owners -}}
{{- end -}}
