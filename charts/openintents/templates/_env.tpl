{{- /* The environment of one service as a list sorted by name. Arguments: root, name, service. */ -}}
{{- define "openintents.env" -}}
{{- $env := dict -}}
{{- range $part := list "listen" "common" "calls" "database" "events" "keys" -}}
{{- $env = mergeOverwrite $env (include (printf "openintents.env.%s" $part) $ | fromYaml) -}}
{{- end -}}
{{- range $name, $value := .service.extraEnv -}}
{{- if kindIs "map" $value -}}
{{- $_ := set $env $name $value -}}
{{- else if kindIs "invalid" $value -}}
{{- $_ := unset $env $name -}}
{{- else -}}
{{- $_ := set $env $name (dict "value" (toString $value)) -}}
{{- end -}}
{{- end -}}
{{- include "openintents.envList" $env -}}
{{- end -}}

{{- /* Sorted by name, which also puts X_PASSWORD before the X_URL that refers to it. */ -}}
{{- define "openintents.envList" -}}
{{- range $name := keys . | sortAlpha }}
- name: {{ $name }}
  {{- toYaml (index $ $name) | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "openintents.env.listen" -}}
{{- $bind := .root.Values.bindAddress | quote -}}
METRICS_HOST: {value: {{ $bind }}}
METRICS_PORT: {value: "9464"}
{{- if eq .name "shop" }}
SHOP_HOST: {value: {{ $bind }}}
SHOP_PORT: {value: {{ .service.port | quote }}}
OPENINTENTS_DATA_DIR: {value: /data}
{{- else if eq .service.serves "grpc" }}
HOST: {value: {{ $bind }}}
GRPC_PORT: {value: {{ .service.port | quote }}}
{{- else if eq .service.serves "http" }}
HOST: {value: {{ $bind }}}
PORT: {value: {{ .service.port | quote }}}
{{- end }}
{{- if dig "limits" "memory" "" (.service.resources | default dict) }}
NODE_OPTIONS: {value: "--max-old-space-size-percentage=75"}
{{- end }}
{{- end -}}

{{- define "openintents.env.common" -}}
{{- $v := .root.Values -}}
{{- $perCredential := $v.rateLimits.perCredential -}}
{{- $all := dict
  "PUBLIC_ORIGIN" $v.publicOrigin
  "HOSTED_ORIGIN" $v.hostedOrigin
  "TRUSTED_PROXIES" (join "," $v.trustedProxies)
  "RATE_LIMIT_PER_MINUTE" ($perCredential.requestsPerMinute | int64 | toString)
  "RATE_LIMIT_BURST" ($perCredential.burst | int64 | toString)
  "WEBHOOK_ALLOW_NETWORKS" (join "," $v.webhooks.allowNetworks)
  "WEBHOOK_ALLOW_HTTP" (ternary "true" "" (not (empty $v.webhooks.allowNetworks)))
  "RECOGNITION_MODE" $v.recognition.mode
  "RECOGNITION_CONFIG" (ternary "/etc/openintents/recognition/recognition.yaml" "" (not (empty $v.recognition.config)))
  "LOG_LEVEL" $v.logLevel
  "SHOP_URL" (ternary (printf "http://%s-shop:8090" (include "openintents.fullname" .root)) "" $v.testMode.enabled)
-}}
{{- $env := dict -}}
{{- range .service.reads -}}
{{- $name := . -}}
{{- with index $all $name -}}{{- $_ := set $env $name (dict "value" .) -}}{{- end -}}
{{- end -}}
{{- toYaml $env -}}
{{- end -}}

{{- /* Headless names, so that clients see every pod; relative ones, so that no cluster domain is assumed. */ -}}
{{- define "openintents.env.calls" -}}
{{- range .service.calls }}
{{ upper . }}_ADDRESS: {value: "{{ include "openintents.fullname" $.root }}-{{ . }}:50051"}
{{- end }}
{{- end -}}

{{- define "openintents.env.database" -}}
{{- if .service.owner }}
{{- include "openintents.databaseUrl" (dict "root" .root "owner" .service.owner "prefix" "DATABASE" "inline" .inline) }}
{{- end }}
{{- end -}}

{{- /*
The URL of one owner's database: taken whole from the secret, or put together here from host, user and password.
Arguments: root, owner, prefix of the variables, inline (true: literal values, for Jobs that run before the chart's Secret exists).
*/ -}}
{{- define "openintents.databaseUrl" -}}
{{- $pg := .root.Values.postgresql -}}
{{- $ref := dict "root" .root "existing" $pg.existingSecret "key" (index $pg.secretKeys .owner) "value" (index $pg.passwords .owner) "own" (printf "postgresql-%s" (kebabcase .owner)) "inline" .inline -}}
{{- if $pg.host }}
{{- $query := list -}}
{{- if eq $pg.tls.mode "require" -}}{{- $query = append $query "uselibpqcompat=true" -}}{{- end -}}
{{- $query = append $query (printf "sslmode=%s" $pg.tls.mode) -}}
{{- if $pg.tls.caSecret -}}{{- $query = append $query "sslrootcert=/etc/openintents/postgresql/ca.crt" -}}{{- end }}
{{ .prefix }}_PASSWORD: {{ include "openintents.secretValue" $ref }}
{{ .prefix }}_URL: {value: "postgresql://{{ index $pg.users .owner }}:$({{ .prefix }}_PASSWORD)@{{ $pg.host }}:{{ $pg.port | int64 }}/{{ $pg.database }}?{{ join "&" $query }}"}
{{- else }}
{{ .prefix }}_URL: {{ include "openintents.secretValue" $ref }}
{{- end }}
{{- end -}}

{{- define "openintents.env.events" -}}
{{- if .service.eventLog }}
{{- with .root.Values.kafka }}
{{- if .brokers }}
KAFKA_BROKERS: {value: {{ join "," .brokers | quote }}}
KAFKA_TLS: {value: {{ .tls | quote }}}
{{- if .sasl.mechanism }}
KAFKA_SASL_MECHANISM: {value: {{ .sasl.mechanism | quote }}}
KAFKA_SASL_USERNAME: {{ include "openintents.secretValue" (dict "root" $.root "existing" .sasl.existingSecret "key" .sasl.usernameKey "value" .sasl.username "own" "kafka-username" "inline" $.inline) }}
KAFKA_SASL_PASSWORD: {{ include "openintents.secretValue" (dict "root" $.root "existing" .sasl.existingSecret "key" .sasl.passwordKey "value" .sasl.password "own" "kafka-password" "inline" $.inline) }}
{{- end }}
{{- else }}
{{- include "openintents.databaseUrl" (dict "root" $.root "owner" "eventLog" "prefix" "EVENT_LOG" "inline" $.inline) }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "openintents.env.keys" -}}
{{- $v := .root.Values -}}
{{- if eq .name "core" }}
CORE_SECRET_KEY: {{ include "openintents.secretValue" (dict "root" .root "existing" $v.core.existingSecret "key" $v.core.secretKeyKey "value" $v.core.secretKey "own" "core-secret-key" "inline" .inline) }}
{{- else if eq .name "webhooks" }}
WEBHOOKS_SECRET_KEY: {{ include "openintents.secretValue" (dict "root" .root "existing" $v.webhooks.existingSecret "key" $v.webhooks.secretKeyKey "value" $v.webhooks.secretKey "own" "webhooks-secret-key" "inline" .inline) }}
{{- else if eq .name "runner" }}
RUNNER_KEY: {{ include "openintents.secretValue" (dict "root" .root "existing" $v.runner.existingSecret "key" $v.runner.keyKey "value" $v.runner.key "own" "runner-key" "inline" .inline) }}
{{- if or $v.runner.privateKey (and $v.runner.existingSecret $v.runner.privateKeyKey) }}
RUNNER_PRIVATE_KEY: {{ include "openintents.secretValue" (dict "root" .root "existing" $v.runner.existingSecret "key" $v.runner.privateKeyKey "value" $v.runner.privateKey "own" "runner-private-key" "inline" .inline) }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Where one secret value comes from: the user's Secret, the chart's own, or (Jobs before install) the text itself. */ -}}
{{- define "openintents.secretValue" -}}
{{- if .existing -}}
{{- dict "valueFrom" (dict "secretKeyRef" (dict "name" .existing "key" .key)) | toJson -}}
{{- else if .inline -}}
{{- dict "value" .value | toJson -}}
{{- else -}}
{{- dict "valueFrom" (dict "secretKeyRef" (dict "name" (include "openintents.fullname" .root) "key" .own)) | toJson -}}
{{- end -}}
{{- end -}}
