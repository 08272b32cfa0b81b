-- A bill that is disputed, or paid by a plan, is not collected for some days: no late surcharge, no notice, no disconnection. Such days do
-- not count as late. A day is held as a whole: a hold begins on the day after somebody asked for it, and its last day is the one on which it
-- ended. So a job that works a day late asks for the same as on time.
create table billing.collection_holds (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null constraint collection_holds_invoice_id_fkey references billing.invoices,
  cause text not null constraint collection_holds_cause_check check (cause in ('dispute', 'payment_plan')),
  -- The dispute or the payment plan.
  cause_id uuid not null,
  from_day date not null,
  -- The first day on which the bill is collected again.
  to_day date constraint collection_holds_to_day_check check (to_day >= from_day),
  -- A bill has one reason at a time.
  constraint collection_holds_days_excl exclude using gist (invoice_id with =, daterange(from_day, to_day) with &&)
);
create index collection_holds_cause_id_idx on billing.collection_holds (cause_id);
revoke update, delete, truncate on billing.collection_holds from jolkol_app;
grant update (to_day) on billing.collection_holds to jolkol_app;
create trigger keep before update on billing.collection_holds for each row when (old.to_day is not null)
  execute function platform.refuse_change();
create trigger keep_all before delete or truncate on billing.collection_holds for each statement execute function platform.refuse_change();
select platform.limit_to_consumer('billing.collection_holds',
  'exists (select from billing.invoices i where i.id = invoice_id)');
