-- Staff end an access that somebody gave who was not the account holder; the audit log keeps why. A claim that is undone ends
-- those that were given by it.
alter table meters.accesses drop constraint accesses_ended_as_check;
alter table meters.accesses add constraint accesses_ended_as_check
  check (ended_as in ('WITHDRAWN', 'LEFT', 'OVER', 'HOLDER_CHANGED', 'STAFF', 'CLAIM_UNDONE'));
