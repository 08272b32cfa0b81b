-- A request to reverse a posted run ends in one of three ways: a second person reverses the run or refuses it with a reason, or who
-- asked takes it back with a reason. Refused or taken back, the run stays posted, and somebody may ask again.
alter table billing.bill_run_reversals
  -- Why it was refused or taken back.
  add column answer text,
  drop constraint bill_run_reversals_state_check,
  drop constraint bill_run_reversals_two_persons,
  disable trigger decided;
-- Of what was refused before, the reason is not known.
update billing.bill_run_reversals set answer = '—' where state = 'REFUSED';
alter table billing.bill_run_reversals
  enable trigger decided,
  add constraint bill_run_reversals_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED', 'WITHDRAWN')),
  add constraint bill_run_reversals_answer_check check ((state in ('REFUSED', 'WITHDRAWN')) = (answer is not null)),
  -- Who asked neither reverses the run nor refuses the request; nobody else takes it back.
  add constraint bill_run_reversals_two_persons check (not two_person or case when state = 'WITHDRAWN'
    then decided_by is not distinct from requested_by else decided_by is null or decided_by is distinct from requested_by end);
grant update (answer) on billing.bill_run_reversals to jolkol_app;

-- Of a run one waits or is done; those that were refused or taken back stay beside it.
drop index billing.bill_run_reversals_run_key;
create unique index bill_run_reversals_run_key on billing.bill_run_reversals (run_id) where state in ('REQUESTED', 'DONE');

-- The notice that somebody asks to open a closed day again names whose day it is: of those that were sent before too.
update platform.notices n set params = n.params || jsonb_build_object('cashier', coalesce(u.name, ''))
from ledger.cash_closings c left join identity.users u on u.id = c.cashier_id
where n.kind = 'ledger.reopen_waiting' and not n.params ? 'cashier' and split_part(n.event, ':', 2) = c.id::text;
