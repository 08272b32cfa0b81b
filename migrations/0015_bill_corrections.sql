-- Corrections of posted bills: cancelled, or adjusted because a reading was wrong. A posted invoice, its lines and
-- its journal stay as they are: what changes is written beside them.

-- A supplementary bill names the bill that it corrects; its own amounts are only the difference.
alter table billing.invoices add column adjusts_id uuid constraint invoices_adjusts_id_fkey references billing.invoices;
drop index billing.invoices_connection_period_key;
-- One bill per month; supplementary ones are as many as they are. One index finds all bills of a connection.
create unique index invoices_connection_period_key on billing.invoices
  (connection_id, period, (case when adjusts_id is not null then id end)) nulls not distinct where cancelled_on is null;
create index invoices_adjusts_id on billing.invoices (adjusts_id) where adjusts_id is not null;

-- A month is run again for what has no bill yet (held before, or cancelled since); never two runs at the same time.
-- Who has a bill already is held, and invoices_connection_period_key refuses a second one.
drop index billing.bill_runs_scope_key;
create unique index bill_runs_scope_key on billing.bill_runs (period, coalesce(sector_id, '00000000-0000-0000-0000-000000000000'))
  where state not in ('POSTED', 'REVERSED');

create table billing.corrections (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null constraint corrections_invoice_id_fkey references billing.invoices,
  kind text not null constraint corrections_kind_check check (kind in ('CANCEL', 'ADJUST')),
  state text not null constraint corrections_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED')),
  reason text not null,
  -- ADJUST: what the register showed.
  register_litres bigint,
  -- CANCEL: what was paid becomes an advance of the connection.
  free_payment boolean not null default false,
  -- What moves: the sum of its documents, or the bill's total; as it was when asked.
  amount_minor bigint not null,
  -- The bill as the person saw it who asked.
  invoice_version int not null,
  -- Above the limit of the settings: another person decides.
  two_person boolean not null,
  requested_by uuid,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint corrections_register_check check ((kind = 'ADJUST') = (register_litres is not null)),
  constraint corrections_two_persons check (not two_person or decided_by is null or decided_by is distinct from requested_by),
  constraint corrections_decided_check check ((state = 'REQUESTED') = (decided_at is null))
);
create unique index corrections_waiting_key on billing.corrections (invoice_id) where state = 'REQUESTED';
create index corrections_invoice on billing.corrections (invoice_id, requested_at desc);
revoke select on billing.corrections from jolkol_consumer;

-- The document of an adjustment: one per bill that the corrected reading reaches (its own, and the next one's).
-- Below zero a credit note, posted to the connection's advance; above zero a supplementary bill.
create table billing.adjustments (
  id uuid primary key default uuidv7(),
  number text not null constraint adjustments_number_key unique,
  correction_id uuid not null constraint adjustments_correction_id_fkey references billing.corrections,
  invoice_id uuid not null constraint adjustments_invoice_id_fkey references billing.invoices,
  supplement_id uuid constraint adjustments_supplement_id_key unique
    constraint adjustments_supplement_id_fkey references billing.invoices,
  adjusted_on date not null,
  reason text not null,
  amount_minor bigint not null,
  reading_id uuid not null,
  previous_before_litres bigint,
  previous_after_litres bigint,
  current_before_litres bigint,
  current_after_litres bigint,
  usage_before_litres bigint not null,
  usage_after_litres bigint not null,
  total_before_minor bigint not null,
  total_after_minor bigint not null,
  -- How the corrected amounts came about, as on an invoice.
  explanation json not null,
  constraint adjustments_amount_check check (amount_minor = total_after_minor - total_before_minor),
  constraint adjustments_supplement_check check ((amount_minor > 0) = (supplement_id is not null))
);
create index adjustments_invoice on billing.adjustments (invoice_id, id);
select platform.append_only('billing.adjustments');
select platform.limit_to_consumer('billing.adjustments',
  'exists (select from billing.invoices i where i.id = invoice_id and i.consumer_id = platform.consumer_id())');

-- Old and new amount of every line that either bill has.
create table billing.adjustment_lines (
  adjustment_id uuid not null constraint adjustment_lines_adjustment_id_fkey references billing.adjustments,
  line_no smallint not null,
  kind text not null,
  quantity numeric,
  rate numeric,
  before_minor bigint not null,
  after_minor bigint not null,
  primary key (adjustment_id, line_no)
);
select platform.append_only('billing.adjustment_lines');
select platform.limit_to_consumer('billing.adjustment_lines',
  'exists (select from billing.adjustments a join billing.invoices i on i.id = a.invoice_id
    where a.id = adjustment_id and i.consumer_id = platform.consumer_id())');

-- A credit note is a journal of its own kind.
alter table ledger.journals drop constraint journals_kind_check;
alter table ledger.journals add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT')
);

-- Whoever plans bills asks for corrections, whoever approves them decides; new databases get it from the program.
insert into roles.role_permissions (role_id, permission)
select r.id, p.permission
from roles.roles r
join (values
  ('reviewer', 'invoices:cancel'), ('reviewer', 'invoices:adjust'),
  ('engineer', 'invoices:view'), ('engineer', 'invoices:cancel'), ('engineer', 'invoices:adjust')
) as p (code, permission) on p.code = r.code
on conflict do nothing;
