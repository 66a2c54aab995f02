{{- /* Mixes of values that cannot work, each refused with one sentence that says what to change. */ -}}
{{- define "openintents.checks" -}}
{{- $v := .Values -}}
{{- $services := include "openintents.services" . | fromJson -}}
{{- if not $v.publicOrigin -}}
{{- fail "publicOrigin is required: the origin that users reach, without a path, such as https://openintents.example.com." -}}
{{- end -}}
{{- if not (or $v.postgresql.host $v.postgresql.existingSecret) -}}
{{- fail "No database: set postgresql.host, or postgresql.existingSecret with a full URL for each owner." -}}
{{- end -}}
{{- if and $v.postgresql.host (not $v.postgresql.existingSecret) -}}
{{- $owners := list "core" "timeline" "webhooks" -}}
{{- if not $v.kafka.brokers -}}{{- $owners = append $owners "eventLog" -}}{{- end -}}
{{- range $owners -}}
{{- if not (index $v.postgresql.passwords .) -}}
{{- fail (printf "No password for %s's database user: set postgresql.existingSecret (or postgresql.passwords.%s for a trial)." . .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $v.kafka -}}
{{- if and .sasl.mechanism (not .brokers) -}}
{{- fail "kafka.sasl.mechanism is set without kafka.brokers: name the brokers or leave the mechanism empty." -}}
{{- end -}}
{{- if and .sasl.mechanism (not .sasl.existingSecret) (not (and .sasl.username .sasl.password)) -}}
{{- fail "kafka.sasl.mechanism needs kafka.sasl.existingSecret (or username and password for a trial)." -}}
{{- end -}}
{{- end -}}
{{- if and $services.core (not (or $v.core.existingSecret $v.core.secretKey)) -}}
{{- fail "core.existingSecret is required: a Secret with 32 random bytes in base64 (core.secretKey for a trial)." -}}
{{- end -}}
{{- if and $services.webhooks (not (or $v.webhooks.existingSecret $v.webhooks.secretKey)) -}}
{{- fail "webhooks.existingSecret is required: a Secret with 32 random bytes in base64 (webhooks.secretKey for a trial)." -}}
{{- end -}}
{{- if and $services.runner (not (or $v.runner.existingSecret $v.runner.key)) -}}
{{- fail "runner.existingSecret is required: a Secret with a runner key; set services.runner.enabled to false until you have one." -}}
{{- end -}}
{{- include "openintents.checks.scaling" (dict "services" $services) -}}
{{- include "openintents.checks.entry" (dict "root" . "services" $services) -}}
{{- end -}}

{{- define "openintents.checks.scaling" -}}
{{- range $name, $service := .services -}}
{{- if $service.autoscaling.enabled -}}
{{- if $service.fixedReplicas -}}
{{- fail (printf "services.%s has both replicas and autoscaling: leave one out." $name) -}}
{{- end -}}
{{- if not (dig "requests" "cpu" "" ($service.resources | default dict)) -}}
{{- fail (printf "services.%s.autoscaling needs services.%s.resources.requests.cpu: the target is a share of it." $name $name) -}}
{{- end -}}
{{- if gt (int $service.autoscaling.minReplicas) (int $service.autoscaling.maxReplicas) -}}
{{- fail (printf "services.%s.autoscaling.minReplicas is above maxReplicas." $name) -}}
{{- end -}}
{{- end -}}
{{- if and $service.testOnly (or $service.autoscaling.enabled (gt (int $service.replicas) 1)) -}}
{{- fail (printf "services.%s runs as one pod: its books are in one place." $name) -}}
{{- end -}}
{{- if and (not $service.serviceAccount.create) (not $service.serviceAccount.name) -}}
{{- fail (printf "services.%s.serviceAccount.name is required where create is false." $name) -}}
{{- end -}}
{{- if le (int $service.terminationGracePeriodSeconds) (add $service.preStopSeconds 10) -}}
{{- fail (printf "services.%s.terminationGracePeriodSeconds must be more than preStopSeconds and ten seconds to drain." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "openintents.checks.entry" -}}
{{- $v := .root.Values -}}
{{- if and $v.ingress.enabled $v.httpRoute.enabled -}}
{{- $routed := include "openintents.routeHosts" .root | fromJsonArray -}}
{{- range include "openintents.ingressHosts" .root | fromJsonArray -}}
{{- if has . $routed -}}
{{- fail (printf "ingress and httpRoute both serve the host %s: enable one, or give them different hosts." .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) -}}
{{- fail "httpRoute.parentRefs is required: the Gateway to attach to." -}}
{{- end -}}
{{- $sticky := $v.mcp.stickySessions -}}
{{- if and .services.mcp (ne $sticky "none") -}}
{{- if and $v.ingress.enabled (not (index $v.ingress.stickyAnnotations $sticky)) (not .services.mcp.service.annotations) -}}
{{- fail (printf "mcp.stickySessions is %s, but ingress.stickyAnnotations.%s is empty: give your controller's annotations (README, sticky sessions)." $sticky $sticky) -}}
{{- end -}}
{{- if $v.httpRoute.enabled -}}
{{- if not $v.httpRoute.stickyWith -}}
{{- fail (printf "mcp.stickySessions is %s, but httpRoute.stickyWith is empty: say how your Gateway keeps sessions." $sticky) -}}
{{- end -}}
{{- if and (eq $sticky "header") (eq $v.httpRoute.stickyWith "sessionPersistence") -}}
{{- fail "mcp.stickySessions header does not go with httpRoute.stickyWith sessionPersistence: such a Gateway writes its own value over the header; use cookie, or envoyGateway." -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
