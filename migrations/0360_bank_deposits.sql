-- Money that a household paid into the utility's bank account, and whose slip the counter records: it is in the bank, in no drawer. A slip of
-- the bank is taken one time, on whatever day it is recorded.
alter table payments.payments
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in ('CASH', 'POS', 'BANK', 'GATEWAY', 'WALLET')),
  drop constraint payments_slip_check,
  add constraint payments_slip_check check (method not in ('POS', 'BANK') or slip_number is not null);
drop index payments.payments_slip_key;
create unique index payments_slip_key on payments.payments (
    upper(regexp_replace(slip_number, '\s', '', 'g')), (case when method = 'POS' then paid_on else date '2000-01-01' end), slip_twin, method)
  where method in ('POS', 'BANK') and state = 'APPROVED';
alter table payments.proposals
  drop constraint proposals_method_check,
  add constraint proposals_method_check check (method in ('CASH', 'POS', 'BANK')),
  drop constraint proposals_slip_check,
  add constraint proposals_slip_check check (method not in ('POS', 'BANK') or slip_number is not null);
