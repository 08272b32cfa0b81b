-- Who is refused because of an old version of a request or a work order is told who made the one that is there now.
alter table ownership.timeline add column version int;
comment on column ownership.timeline.version is
  'The version of the request that this step made; null if the program made it by itself, and for steps from before it was noted.';
alter table work_orders.timeline add column version int;
comment on column work_orders.timeline.version is
  'The version of the order that this step made; null if the program made it by itself, and for steps from before it was noted.';
