{{- /*
What the chart knows about each service: what it serves (grpc, http or nothing), on which port, and which gRPC service
the kubelet asks for; whose address it calls; which part of the database it owns; which paths the entry sends to it; and which common variables it reads.
*/ -}}
{{- define "openintents.catalog" -}}
core:
  serves: grpc
  probes: openintents.intent.v1.IntentService
  port: 50051
  calls: []
  owner: core
  eventLog: true
  testOnly: false
  reads: [RATE_LIMIT_PER_MINUTE, RATE_LIMIT_BURST, WEBHOOK_ALLOW_HTTP, RECOGNITION_MODE, RECOGNITION_CONFIG, LOG_LEVEL]
timeline:
  serves: grpc
  probes: openintents.timeline.v1.TimelineService
  port: 50051
  calls: [core]
  owner: timeline
  eventLog: true
  testOnly: false
  reads: [LOG_LEVEL]
webhooks:
  serves: grpc
  probes: openintents.webhook.v1.WebhookService
  port: 50051
  calls: [core]
  owner: webhooks
  eventLog: true
  testOnly: false
  reads: [WEBHOOK_ALLOW_NETWORKS, LOG_LEVEL]
rest:
  serves: http
  port: 8080
  calls: [core, timeline, webhooks]
  paths: [/]
  testOnly: false
  reads: [PUBLIC_ORIGIN, HOSTED_ORIGIN, TRUSTED_PROXIES, LOG_LEVEL]
mcp:
  serves: http
  port: 8080
  calls: [core, timeline]
  paths: [/mcp, /.well-known/oauth-protected-resource]
  testOnly: false
  reads: [PUBLIC_ORIGIN, HOSTED_ORIGIN, TRUSTED_PROXIES, LOG_LEVEL]
# auth and console have their place and their paths, but listen to no one yet; until they serve http, rest answers there.
auth:
  serves: nothing
  port: 8080
  calls: []
  paths: [/oauth, /.well-known]
  testOnly: false
  reads: [LOG_LEVEL]
console:
  serves: nothing
  port: 8080
  calls: []
  paths: [/dashboard, /h]
  testOnly: false
  reads: [LOG_LEVEL]
runner:
  serves: nothing
  calls: [core]
  testOnly: false
  reads: [SHOP_URL, LOG_LEVEL]
shop:
  serves: http
  port: 8090
  calls: []
  testOnly: true
  reads: [LOG_LEVEL]
{{- end -}}
