-- Staff end an access that somebody gave who was not the account holder. A claim that is undone ends those that were given by it.
alter table meters.accesses drop constraint accesses_ended_as_check;
alter table meters.accesses add column end_reason text;
alter table meters.accesses add constraint accesses_ended_as_check
  check (ended_as in ('WITHDRAWN', 'LEFT', 'OVER', 'HOLDER_CHANGED', 'STAFF', 'CLAIM_UNDONE'));
alter table meters.accesses add constraint accesses_end_reason_check check ((ended_as = 'STAFF') = (end_reason is not null));
