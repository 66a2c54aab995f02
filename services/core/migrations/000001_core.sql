-- Who may call, and how fast.
CREATE TABLE accounts (
  id text PRIMARY KEY,
  name text NOT NULL,
  status smallint NOT NULL DEFAULT 1,
  default_currency text NOT NULL DEFAULT 'usd',
  country text NOT NULL DEFAULT 'US',
  live_enabled boolean NOT NULL DEFAULT false,
  requests_per_minute integer,
  request_burst integer,
  api_version text NOT NULL,
  created_at timestamptz NOT NULL
);

-- One table and one check for every kind of credential; only hashes are kept.
CREATE TABLE credentials (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('api_key', 'runner_key', 'connector', 'session')),
  token_hash bytea NOT NULL UNIQUE,
  account_id text REFERENCES accounts (id),
  test boolean NOT NULL,
  name text,
  prefix text NOT NULL,
  last4 text NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  allowed_ips cidr[] NOT NULL DEFAULT '{}',
  pool text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX credentials_account ON credentials (account_id, id);

-- GCRA: the theoretical arrival time of the next request, per credential. Losing it in a
-- database crash only forgives a burst.
CREATE UNLOGGED TABLE rate_limits (
  credential_id text PRIMARY KEY,
  tat timestamptz NOT NULL,
  -- What the last statement granted; kept only so that it can be returned.
  granted integer NOT NULL
) WITH (fillfactor = 50);

-- Runner pools: the rights of a group of runners, and the keys to which core seals.
CREATE TABLE pools (
  name text PRIMARY KEY,
  test boolean NOT NULL,
  drivers text[] NOT NULL DEFAULT '{}',
  hosts text[] NOT NULL DEFAULT '{}',
  regions text[] NOT NULL DEFAULT '{}',
  accounts text[] NOT NULL DEFAULT '{}',
  may_open_secrets boolean NOT NULL DEFAULT false,
  may_pay boolean NOT NULL DEFAULT false,
  max_claims integer NOT NULL DEFAULT 1000,
  lease_ms integer NOT NULL DEFAULT 60000,
  heartbeat_ms integer NOT NULL DEFAULT 15000,
  lookup_gap_ms integer NOT NULL DEFAULT 60000,
  created_at timestamptz NOT NULL
);

CREATE TABLE pool_keys (
  kid text PRIMARY KEY,
  pool text NOT NULL REFERENCES pools (name),
  public_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  retired_at timestamptz
);

CREATE TABLE runners (
  id text PRIMARY KEY,
  pool text NOT NULL REFERENCES pools (name),
  instance text NOT NULL,
  software_version text NOT NULL,
  drivers text[] NOT NULL,
  registered_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);

-- An intent: what the caller sees as one message, what the caller sent as another, and
-- the columns that are searched or that core's own clocks need.
CREATE TABLE intents (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  test boolean NOT NULL,
  status smallint NOT NULL,
  customer text,
  session text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  version integer NOT NULL,
  event_sequence integer NOT NULL,
  intent bytea NOT NULL,
  request bytea NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  -- Work to offer: wanted when work_kind is set, open to claims from wake_at on unless claim_id is set.
  work_kind smallint,
  wake_at timestamptz,
  claim_id text,
  epoch bigint NOT NULL DEFAULT 0,
  restarts smallint NOT NULL DEFAULT 0,
  steps integer NOT NULL DEFAULT 0,
  host text,
  -- What the work needs of a pool: any of these hosts (empty: no host is named), in this market.
  -- Unset until it was first looked at.
  hosts text[],
  country text,
  driver_hint text,
  resume bytea,
  checkpoint bytea,
  approved_digest bytea,
  -- The next of core's own clocks for this intent: pause, whole life, unknown outcome.
  due_at timestamptz,
  unconfirmed_at timestamptz,
  traceparent text
) WITH (fillfactor = 80);
CREATE INDEX intents_list ON intents (account_id, test, id DESC);
-- Account by account, what goes on before what is new, then the longest waiting.
CREATE INDEX intents_work ON intents (test, account_id, (work_kind = 1 AND resume IS NULL), wake_at)
  WHERE work_kind IS NOT NULL AND claim_id IS NULL;
CREATE INDEX intents_due ON intents (due_at) WHERE due_at IS NOT NULL;

-- Beside the effect: the key and what it made commit together.
CREATE TABLE idempotency_keys (
  account_id text NOT NULL,
  test boolean NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  object_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, test, operation, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at) WHERE operation <> 'intents.create';

-- Questions. The answer is sealed for the runner; core keeps a keyed hash so that the
-- same answer sent again is recognised without being readable.
CREATE TABLE input_requests (
  id text PRIMARY KEY,
  intent_id text NOT NULL REFERENCES intents (id),
  kind smallint NOT NULL,
  name text NOT NULL,
  attempt smallint NOT NULL,
  quote_digest bytea,
  attempt_id text,
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_as text CHECK (closed_as IN ('answered', 'declined', 'done', 'expired', 'cancelled')),
  answer_hash bytea,
  answers smallint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX input_requests_open ON input_requests (intent_id) WHERE closed_at IS NULL;
CREATE INDEX input_requests_intent ON input_requests (intent_id, opened_at);

-- Work lent to a runner.
CREATE TABLE claims (
  id text PRIMARY KEY,
  intent_id text NOT NULL REFERENCES intents (id),
  kind smallint NOT NULL,
  epoch bigint NOT NULL,
  runner_id text NOT NULL,
  pool text NOT NULL,
  credential_id text NOT NULL,
  request_id text NOT NULL,
  -- The token is derived from the claim under core's key, so that a repeated ClaimWork can
  -- answer it again although only this hash is stored.
  token_hash bytea NOT NULL,
  host text,
  offered_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- End of the offer while unconfirmed, of the lease afterwards.
  expires_at timestamptz NOT NULL,
  progress_at timestamptz NOT NULL,
  -- Core itself was away during this lease: losing it does not count.
  excused boolean NOT NULL DEFAULT false,
  report_no integer NOT NULL DEFAULT 0,
  report_digest bytea,
  report_reply bytea,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('offer', 'lost', 'cancelled', 'released', 'ended'))
) WITH (fillfactor = 50);
-- No index holds a time that a heartbeat moves, so that renewing a lease stays a cheap update.
CREATE INDEX claims_open ON claims (pool) WHERE ended_at IS NULL;
CREATE INDEX claims_runner ON claims (runner_id, request_id);
CREATE UNIQUE INDEX claims_one_open ON claims (intent_id) WHERE ended_at IS NULL;
CREATE INDEX claims_ended ON claims (ended_at) WHERE ended_at IS NOT NULL;

-- One try to place one order. At most one of an intent is open.
CREATE TABLE attempts (
  id text PRIMARY KEY,
  intent_id text NOT NULL REFERENCES intents (id),
  claim_id text NOT NULL,
  epoch bigint NOT NULL,
  state smallint NOT NULL,
  -- How the irreversible step happens: a click, a call, or by the payer at the shop.
  submit smallint NOT NULL,
  order_reference text NOT NULL UNIQUE,
  idempotency_key text NOT NULL,
  quote bytea NOT NULL,
  fee integer NOT NULL,
  begun_at timestamptz NOT NULL,
  commit_until timestamptz NOT NULL,
  lookups integer NOT NULL DEFAULT 0,
  -- When the outcome became unknown; the lookups are scheduled from here.
  unknown_at timestamptz,
  settled_at timestamptz,
  basis smallint,
  -- The shop charged more than was begun: recorded as placed, flagged, alerted.
  overcharged boolean NOT NULL DEFAULT false,
  -- What the shop confirmed, fee included.
  receipt bytea
);
CREATE UNIQUE INDEX attempts_one_open ON attempts (intent_id) WHERE state IN (1, 2, 3, 6);
CREATE INDEX attempts_intent ON attempts (intent_id, begun_at);

-- When core last ran its clocks: a gap is time during which no runner could reach it.
CREATE TABLE clock_beats (
  name text PRIMARY KEY,
  beat_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Pushed to a runner, kept until it has heard.
CREATE TABLE signals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  runner_id text NOT NULL,
  kind smallint NOT NULL,
  claim_id text,
  epoch bigint,
  revision integer,
  created_at timestamptz NOT NULL
);
CREATE INDEX signals_runner ON signals (runner_id, id);
