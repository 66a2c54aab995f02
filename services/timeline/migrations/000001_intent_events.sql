-- The timeline of every intent, as its events came off the log. A row never changes.
create table intent_events (
  intent text not null,
  sequence integer not null,
  account text not null,
  test boolean not null,
  type integer not null,
  -- The IntentEvent message, binary.
  event bytea not null,
  created_at timestamptz not null,
  primary key (intent, sequence)
);

-- The retention sweep starts at each timeline's first event.
create index intent_events_first on intent_events (created_at) where sequence = 1;

-- Events handled, so that a repeated one is dropped before it costs anything.
create table inbox (
  event_id text primary key,
  handled_at timestamptz not null default now()
);
create index inbox_handled_at on inbox using brin (handled_at);

-- What signs the cursors of every replica; never leaves this schema.
create table cursor_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null
);
insert into cursor_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
