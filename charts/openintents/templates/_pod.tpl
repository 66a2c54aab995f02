{{- /* Annotations of a service's pods: the user's, and checksums that restart them when a value of the chart's Secret or the recognisers change. */ -}}
{{- define "openintents.podAnnotations" -}}
{{- $annotations := deepCopy (.service.podAnnotations | default dict) -}}
{{- if or .service.owner (eq .name "runner") -}}
{{- with include "openintents.secretData" .root | trim -}}
{{- $_ := set $annotations "checksum/secret" (sha256sum .) -}}
{{- end -}}
{{- end -}}
{{- if eq .name "core" -}}
{{- with .root.Values.recognition.config -}}
{{- $_ := set $annotations "checksum/recognition" (toYaml . | sha256sum) -}}
{{- end -}}
{{- end -}}
{{- toYaml $annotations -}}
{{- end -}}

{{- /*
Liveness asks the process only, readiness what it depends on. gRPC services answer the kubelet's own gRPC probe, so
what routes calls is checked through the door that serves them.
*/ -}}
{{- define "openintents.probes" -}}
{{- $ready := "httpGet: {path: /readyz, port: metrics}" -}}
{{- if eq .serves "grpc" -}}{{- $ready = printf "grpc: {port: %d, service: %s}" (int .port) .probes -}}{{- end -}}
startupProbe:
  httpGet: {path: /healthz, port: metrics}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: {path: /healthz, port: metrics}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  {{ $ready }}
  periodSeconds: 5
  timeoutSeconds: 3
{{- end -}}

{{- define "openintents.mounts" -}}
- {name: tmp, mountPath: /tmp}
{{- if eq .name "shop" }}
- {name: data, mountPath: /data}
{{- end }}
{{- if and (eq .name "core") .root.Values.recognition.config }}
- {name: recognition, mountPath: /etc/openintents/recognition, readOnly: true}
{{- end }}
{{- if and .service.owner .root.Values.postgresql.tls.caSecret }}
- {name: postgresql-ca, mountPath: /etc/openintents/postgresql, readOnly: true}
{{- end }}
{{- end -}}

{{- define "openintents.volumes" -}}
- name: tmp
  emptyDir: {sizeLimit: 64Mi}
{{- if eq .name "shop" }}
- name: data
  {{- with .root.Values.testMode.existingClaim }}
  persistentVolumeClaim: {claimName: {{ . }}}
  {{- else }}
  emptyDir: {sizeLimit: 256Mi}
  {{- end }}
{{- end }}
{{- if and (eq .name "core") .root.Values.recognition.config }}
- name: recognition
  configMap: {name: {{ include "openintents.fullname" .root }}-recognition}
{{- end }}
{{- with .root.Values.postgresql.tls }}
{{- if and $.service.owner .caSecret }}
- name: postgresql-ca
  secret:
    secretName: {{ .caSecret }}
    items: [{key: {{ .caKey }}, path: ca.crt}]
{{- end }}
{{- end }}
{{- end -}}

{{- /* Where pods may run. Without a wish they spread softly over zones and nodes. */ -}}
{{- define "openintents.placement" -}}
{{- with .service.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .service.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .service.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if kindIs "slice" .service.topologySpreadConstraints }}
{{- with .service.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- else }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "openintents.selectorLabels" $ | nindent 8 }}
  {{- end }}
{{- end }}
{{- end -}}
