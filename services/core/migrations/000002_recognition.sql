-- A new intent is understood before it is offered to a runner: until then no work is wanted, and
-- recognise_at says when to try (again). A try moves it on, so that one that dies is made again.
ALTER TABLE intents
  ADD COLUMN recognise_at timestamptz,
  ADD COLUMN recognise_tries smallint NOT NULL DEFAULT 0;
CREATE INDEX intents_recognise ON intents (recognise_at) WHERE recognise_at IS NOT NULL;

-- What was understood of an intent's text. Written once, read by claims and before an order is placed.
CREATE TABLE understandings (
  intent_id text PRIMARY KEY REFERENCES intents (id),
  -- The IntentResult; unset where even the rules could not read the text.
  result bytea,
  -- The instance that recognised, or "rules".
  source text NOT NULL,
  made_at timestamptz NOT NULL
);

-- Host-mode recognition: what is kept between prepare and its last reply. `record` is the state of
-- the request; the columns are what is searched and bounded by.
CREATE TABLE host_records (
  request_id text PRIMARY KEY,
  -- The credential, and the session it named (empty: none).
  owner text NOT NULL,
  session text NOT NULL,
  record text NOT NULL,
  open boolean NOT NULL,
  deadline timestamptz,
  changed_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- In which order records of one owner were finished within a millisecond.
  finished_no bigint,
  reply_bytes integer NOT NULL DEFAULT 0
) WITH (fillfactor = 80);
CREATE SEQUENCE host_records_finished;
CREATE INDEX host_records_owner ON host_records (owner, open);
CREATE INDEX host_records_age ON host_records (changed_at);
CREATE INDEX host_records_due ON host_records (deadline) WHERE open AND deadline IS NOT NULL;
