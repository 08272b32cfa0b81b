-- The utility reminds a desk of the planning authority of an application that it has: one time in each working day at most.
alter table applications.noc_steps
  add column reminded_at timestamptz,
  -- The next working day after it.
  add column remind_from date,
  add constraint noc_steps_reminded_check check ((reminded_at is null) = (remind_from is null));
