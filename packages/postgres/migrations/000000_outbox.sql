-- Facts that wait to be published. A row is written in the transaction of the change it
-- tells of, and deleted once the log has it.
create table outbox (
  id bigint generated always as identity primary key,
  -- The writing transaction: the relay publishes only what is older than every open one.
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  key text not null,
  event_id text not null,
  value bytea not null,
  created_at timestamptz not null default clock_timestamp()
) with (
  -- A queue turns over all its rows: collect dead ones by count, not as a share of the table.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 20000,
  autovacuum_vacuum_cost_delay = 0
);
