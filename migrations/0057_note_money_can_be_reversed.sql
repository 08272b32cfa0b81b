-- Counter money for a demand note can be taken back. The note's own journal is taken back with its last money, and posted
-- again if the note is paid again: a thing is recorded once more only after its last journal was reversed.

-- Which posting of the same thing: 1, or one more after a reversal. A reversal has the round of what it reverses.
alter table ledger.journals
  add column round smallint not null default 1 constraint journals_round_check check (round > 0),
  add column before_kind text generated always as (case when round > 1 then 'REVERSAL' end) stored,
  add column before_round smallint generated always as (case when round > 1 then round - 1 end) stored;
alter table ledger.journals
  drop constraint journals_source_key,
  add constraint journals_source_key unique (kind, source_id, round);
-- The round before was reversed. Empty in the first round, which follows nothing.
alter table ledger.journals
  add constraint journals_before_fkey foreign key (before_kind, source_id, before_round)
    references ledger.journals (kind, source_id, round);

-- The memory of "alone up to": money of a demand note belongs to an application, as money of bills to a connection.
alter table billing.alone_acts
  add column application_id uuid constraint alone_acts_application_id_fkey references applications.applications,
  drop constraint alone_acts_kind_check,
  add constraint alone_acts_kind_check check (kind in ('REVERSE', 'CANCEL', 'ADJUST', 'VARIANCE')
    and num_nonnulls(connection_id, application_id) = case kind when 'VARIANCE' then 0 else 1 end
    and (application_id is null or kind = 'REVERSE'));
create index alone_acts_application on billing.alone_acts (application_id) where application_id is not null;

-- What documents say of each party: a demand note is in the books while money is on it.
create or replace view ledger.documents as
  select '1100' as account_code, i.connection_id as party_id, sum(i.total_minor - i.settled_minor)::bigint as amount_minor
  from billing.invoices i where i.cancelled_on is null group by i.connection_id
  union all
  select '1110', n.application_id, sum(n.total_minor - n.settled_minor)::bigint
  from applications.demand_notes n
  where n.cancelled_at is null and n.settled_minor > 0
  group by n.application_id
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
    where f.connection_id is not null and f.payment_id is not null and f.state = 'WITHDRAWN'
    union all
    select i.connection_id, -u.amount_minor from billing.advance_uses u join billing.invoices i on i.id = u.invoice_id
    union all
    select i.connection_id, -n.amount_minor from billing.adjustments n join billing.invoices i on i.id = n.invoice_id
    where n.amount_minor < 0 and i.cancelled_on is null
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
    select p.connection_id, p.amount_minor from payments.payments p
    where p.owed_back and p.connection_id is not null and p.state = 'APPROVED'
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and f.state = 'WITHDRAWN'
    union all
    select coalesce(f.application_id, f.connection_id), -f.amount_minor from payments.refunds f where f.state = 'PAID_OUT'
  ) b group by b.party_id;
