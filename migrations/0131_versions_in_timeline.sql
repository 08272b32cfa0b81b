-- Who is refused because of an old version is told who made the one that is there now.
alter table applications.timeline add column version int;
comment on column applications.timeline.version is
  'The version of the application that this step made; null for steps from before it was noted.';
