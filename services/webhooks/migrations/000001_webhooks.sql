-- Endpoints that accounts have set up. `secret` is sealed under the service's own key.
create table endpoints (
  id text primary key,
  account text not null,
  test boolean not null,
  url text not null,
  events text[] not null,
  description text,
  enabled boolean not null,
  api_version text not null,
  metadata jsonb not null,
  secret bytea not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_reason text
);
create index endpoints_list on endpoints (account, test, created_at desc, id desc);

-- The secret of each account that signs what goes to an intent's own webhook_url.
create table account_secrets (
  account text primary key,
  secret bytea not null,
  created_at timestamptz not null
);

-- What a key was used for, written in the transaction of its effect.
create table idempotency_keys (
  account text not null,
  test boolean not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  object text not null,
  created_at timestamptz not null,
  primary key (account, test, operation, key)
);
create index idempotency_keys_created_at on idempotency_keys using brin (created_at);

-- Every event of the last 30 days, in the order of its arrival. `body` is the exact text
-- that every delivery of it sends.
create table events (
  position bigint generated always as identity,
  id text primary key,
  account text not null,
  test boolean not null,
  type text not null,
  object_id text not null,
  sequence integer not null,
  event bytea not null,
  body text not null,
  created_at timestamptz not null
);
create index events_list on events (account, test, position desc);
create index events_created_at on events using brin (created_at);

-- A lane is one receiver: an endpoint, or the server behind intents' own webhook_url. The
-- sender that owns a lane, until its lease ends, is the only one that posts to it.
create table lanes (
  lane text primary key,
  account text not null,
  -- When something falls due; null while nothing is pending.
  wake_at timestamptz,
  owner text,
  lease_until timestamptz,
  -- The last attempt hung or found nobody.
  slow boolean not null default false
) with (fillfactor = 60);
create index lanes_wake_at on lanes (slow, wake_at) where wake_at is not null;
create index lanes_owner on lanes (owner) where owner is not null;

-- One event for one receiver. status: 1 pending, 2 delivered, 3 failed, 4 canceled.
create table deliveries (
  id text primary key,
  account text not null,
  test boolean not null,
  event text not null,
  lane text not null,
  -- Null for an intent's own webhook_url, which is then in `url`.
  endpoint text,
  url text,
  object_id text not null,
  sequence integer not null,
  status smallint not null,
  attempts integer not null,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (event, lane)
) with (fillfactor = 80);
create index deliveries_first on deliveries (lane, next_attempt_at, id) where status = 1 and attempts = 0;
create index deliveries_again on deliveries (lane, next_attempt_at, id) where status = 1 and attempts > 0;
create index deliveries_order on deliveries (lane, object_id, sequence) where status = 1 and attempts = 0;
create index deliveries_created_at on deliveries using brin (created_at);

create table delivery_attempts (
  delivery text not null,
  attempt integer not null,
  at timestamptz not null,
  status_code integer,
  duration_ms integer not null,
  error text,
  response_excerpt text,
  primary key (delivery, attempt)
);

-- Events handled, so that a repeated one is dropped before it costs anything.
create table inbox (
  event_id text primary key,
  handled_at timestamptz not null default now()
);
create index inbox_handled_at on inbox using brin (handled_at);
