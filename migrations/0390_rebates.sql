-- A rebate for payment in time: a share of a bill's water charge, credited to the connection's account after the bill was paid in full by its
-- last day for it. The credit pays the next bill as an advance does. It lowers income (4050); VAT stays as it was billed.
insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('4050', 'Rebates for payment in time', 'সময়মতো পরিশোধের রেয়াত', 'income', false);
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN', 'WORK_ORDER', 'OWNERSHIP_FEE',
    'WALLET_HOLD', 'WALLET_RELEASE', 'WALLET_PAYOUT', 'WALLET_MOVE', 'BANK_FILE', 'WALLET_RETURN', 'CHEQUE_CLEARED', 'REBATE')
);
-- A rebate that is taken back after the household used it is asked for by a bill of its own with one line.
alter table billing.invoice_lines drop constraint invoice_lines_kind_check, add constraint invoice_lines_kind_check check (
  kind in ('water', 'fixed', 'minimum', 'sewer', 'vat_water', 'vat_fixed', 'vat_minimum', 'vat_sewer', 'surcharge', 'cheque_fee', 'rebate_back',
    'round_off'));

create table billing.rebates (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null constraint rebates_invoice_id_fkey references billing.invoices,
  rule_id uuid not null constraint rebates_rule_id_fkey references settings.dated_entries,
  -- Once it was taken back, a bill may get it again: with another sum, or because money of before its day is known later.
  revision int not null default 1 constraint rebates_revision_check check (revision >= 1),
  -- The bill was paid in full by this day.
  pay_by date not null,
  -- Day of the books.
  credited_on date not null constraint rebates_credited_on_check check (credited_on > pay_by),
  -- What it is a share of: the water charge, as corrected if that is less.
  basis_minor bigint not null constraint rebates_basis_check check (basis_minor > 0),
  percent numeric not null constraint rebates_percent_check check (percent > 0 and percent <= 100),
  most_minor bigint constraint rebates_most_check check (most_minor > 0),
  amount_minor bigint not null constraint rebates_amount_check check (
    amount_minor > 0 and amount_minor = least(round(basis_minor * percent / 100), most_minor)),
  taken_back_on date,
  taken_back_because text constraint rebates_because_check check (taken_back_because in ('CANCELLED', 'NOT_PAID', 'CORRECTED')),
  -- The bill that asks for it, if the advance was used already. Otherwise its journal has an opposite.
  charge_id uuid constraint rebates_charge_id_fkey references billing.invoices constraint rebates_charge_id_key unique,
  constraint rebates_revision_key unique (invoice_id, revision),
  constraint rebates_taken_back_check check ((taken_back_on is null) = (taken_back_because is null)
    and (charge_id is null or taken_back_on is not null))
);
-- A bill has one rebate.
create unique index rebates_living_key on billing.rebates (invoice_id) where taken_back_on is null;
create index rebates_credited_on on billing.rebates (credited_on);
revoke update, delete, truncate on billing.rebates from jolkol_app;
grant update (taken_back_on, taken_back_because, charge_id) on billing.rebates to jolkol_app;
create trigger keep before update on billing.rebates for each row when (old.taken_back_on is not null) execute function platform.refuse_change();
create trigger keep_all before delete or truncate on billing.rebates for each statement execute function platform.refuse_change();
select platform.limit_to_consumer('billing.rebates', 'exists (select from billing.invoices i where i.id = invoice_id)');

-- Days that are done: the job credits the days after the last one.
create table billing.rebate_days (
  day date primary key,
  rebates int not null,
  amount_minor bigint not null,
  done_at timestamptz not null
);
select platform.append_only('billing.rebate_days');

create or replace view ledger.documents as
  select '1100' as account_code, i.connection_id as party_id, sum(i.total_minor - i.settled_minor)::bigint as amount_minor
  from billing.invoices i where i.cancelled_on is null group by i.connection_id
  union all
  select '1110', n.application_id, sum(n.total_minor - n.settled_minor)::bigint
  from applications.demand_notes n
  where n.cancelled_at is null and n.settled_minor > 0
  group by n.application_id
  union all
  select '1120', o.id, o.charge_minor - o.paid_minor from work_orders.orders o where o.paid_minor > 0
  union all
  select '1130', r.id, r.fee_minor - r.fee_paid_minor from ownership.requests r where r.fee_paid_minor > 0
  union all
  select '2200', a.party_id, -sum(a.amount_minor)::bigint from (
    select p.connection_id as party_id, p.amount_minor - coalesce((
      select sum(x.amount_minor) from payments.allocations x where x.payment_id = p.id), 0) as amount_minor
    from payments.payments p where p.source = 'INVOICE' and p.state = 'APPROVED' and not p.owed_back
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and not f.of_payer and f.state = 'WITHDRAWN'
    union all
    select i.connection_id, -u.amount_minor from billing.advance_uses u join billing.invoices i on i.id = u.invoice_id
    union all
    select i.connection_id, -n.amount_minor from billing.adjustments n join billing.invoices i on i.id = n.invoice_id
    where n.amount_minor < 0 and i.cancelled_on is null
    union all
    select t.connection_id, -m.amount_minor from billing.moved_credits m join billing.taken_over_bills t on t.invoice_id = m.invoice_id
    union all
    select m.to_connection_id, m.amount_minor from billing.moved_credits m
    union all
    -- What is asked back by a bill stays a credit.
    select i.connection_id, g.amount_minor from billing.rebates g join billing.invoices i on i.id = g.invoice_id
    where g.taken_back_on is null or g.charge_id is not null
  ) a group by a.party_id
  union all
  -- Owed back: withdrawn notes, money that nothing needed, advances under a refund case; less what was paid out.
  select '2210', b.party_id, -sum(b.amount_minor)::bigint from (
    select n.application_id as party_id, n.refundable_minor as amount_minor from applications.demand_notes n
    where n.refundable_minor > 0
    union all
    select p.application_id, p.amount_minor from payments.payments p
    where p.source = 'APPLICATION_SURVEY' and p.state = 'APPROVED'
    union all
    select n.application_id, -n.settled_minor from applications.demand_notes n where n.settled_minor > 0
    union all
    select p.work_order_id, p.amount_minor from payments.payments p
    where p.source = 'WORK_ORDER_SURVEY' and p.state = 'APPROVED'
    union all
    select o.id, -o.paid_minor from work_orders.orders o where o.paid_minor > 0
    union all
    select p.ownership_request_id, p.amount_minor from payments.payments p
    where p.source = 'OWNERSHIP_CHANGE' and p.state = 'APPROVED'
    union all
    select r.id, -r.fee_paid_minor from ownership.requests r where r.fee_paid_minor > 0
    union all
    select p.connection_id, p.amount_minor from payments.payments p
    where p.owed_back and p.connection_id is not null and p.state = 'APPROVED'
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and not f.of_payer and f.state = 'WITHDRAWN'
    union all
    select coalesce(f.application_id, f.connection_id, f.work_order_id, f.ownership_request_id), -f.amount_minor from payments.refunds f
    where f.state = 'PAID_OUT'
  ) b group by b.party_id
  union all
  -- Of the entry that is left of merged ones: recharges, less what was paid and is held or was paid out.
  select '2300', coalesce(c.merged_into, c.id), -sum(w.amount_minor)::bigint from (
    select p.wallet_of as party_id, p.amount_minor from payments.payments p
    where p.source = 'WALLET_RECHARGE' and p.state = 'APPROVED'
    union all
    select p.wallet_of, -p.amount_minor from payments.payments p where p.method = 'WALLET' and p.state = 'APPROVED'
    union all
    select f.consumer_id, -f.amount_minor from wallet.withdrawals f where f.state not in ('REJECTED', 'RETURNED')
    union all
    select m.from_id, m.returned_minor - m.amount_minor from wallet.moves m where m.returned_minor is not null
    union all
    select m.into_id, m.amount_minor - m.returned_minor from wallet.moves m where m.returned_minor is not null
  ) w join consumers.consumers c on c.id = w.party_id group by 2
  union all
  select '2310', coalesce(c.merged_into, c.id), -sum(f.amount_minor)::bigint
  from wallet.withdrawals f join consumers.consumers c on c.id = f.consumer_id
  where f.state in ('REQUESTED', 'OTP_CONFIRMED', 'APPROVED') group by 2;
