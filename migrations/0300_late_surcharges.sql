-- A late surcharge is a bill of its own that names the bill it is for (adjusts_id), with one line and its own journal. Here is why and for
-- which day it was charged. One per bill, rule and turn: a job that runs twice charges once. A surcharge that was waived or taken back keeps
-- its row, so that no later run charges it again.
create table billing.surcharges (
  invoice_id uuid primary key constraint surcharges_invoice_id_fkey references billing.invoices,
  of_invoice_id uuid not null constraint surcharges_of_invoice_id_fkey references billing.invoices,
  rule_id uuid not null constraint surcharges_rule_id_fkey references settings.dated_entries,
  step text not null constraint surcharges_step_check check (step in ('once', 'monthly')),
  -- 1 for the first month, and so on; 1 of what is charged once.
  turn int not null constraint surcharges_turn_check check (turn >= 1 and (step = 'monthly' or turn = 1)),
  -- The day it is for: what was unpaid when this day began.
  charged_for date not null,
  basis_minor bigint not null constraint surcharges_basis_check check (basis_minor > 0),
  -- Null: a flat sum.
  percent numeric,
  constraint surcharges_turn_key unique (of_invoice_id, step, turn)
);
select platform.append_only('billing.surcharges');
select platform.limit_to_consumer('billing.surcharges',
  'exists (select from billing.invoices i where i.id = invoice_id)');

-- Days that are done: the job charges the days after the last one.
create table billing.surcharge_days (
  day date primary key,
  surcharges int not null,
  amount_minor bigint not null,
  done_at timestamptz not null
);
select platform.append_only('billing.surcharge_days');
