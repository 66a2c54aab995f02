-- The event log for installations without a broker. Only publishing appends: it numbers
-- the messages of a topic under the lock on the topic's row, which it holds until it
-- commits, so positions have no gaps and become visible in their order.
create table topics (
  topic text primary key,
  -- The last position given out.
  position bigint not null
) with (fillfactor = 50);

create table messages (
  topic text not null,
  position bigint not null,
  key text not null,
  event_id text not null,
  value bytea not null,
  appended_at timestamptz not null,
  primary key (topic, position)
) with (
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_vacuum_scale_factor = 0.05
);
alter table messages alter column value set storage external;

-- How far each group of consumers has come.
create table positions (
  consumer_group text not null,
  topic text not null,
  position bigint not null,
  primary key (consumer_group, topic)
) with (fillfactor = 50);
