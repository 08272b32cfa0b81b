-- Collections: what is due by its age, and what a household promised.
select platform.open_schema('collections');

-- A past day is asked by what was settled or cancelled since.
create index advance_uses_used_on on billing.advance_uses (used_on);
create index invoices_cancelled_on on billing.invoices (cancelled_on) where cancelled_on is not null;

-- What somebody of the household said: paid by this day. The newest one counts; it holds nothing.
create table collections.promises (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint promises_connection_id_fkey references meters.connections,
  promised_on date not null,
  remark text not null,
  noted_by uuid not null,
  noted_by_name text not null,
  noted_at timestamptz not null,
  noted_on date not null,
  constraint promises_day_check check (promised_on >= noted_on)
);
create index promises_connection on collections.promises (connection_id, id desc);
select platform.append_only('collections.promises');
revoke select on collections.promises from jolkol_consumer;
