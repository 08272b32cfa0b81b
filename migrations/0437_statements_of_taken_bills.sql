-- What the statement of a person has of bills that a new owner took over: they stay on the connection that ended, and so do the payments of who
-- took them over (docs/decisions/0053). In the statement of the earlier owner they leave on the day of the change (`TAKEN`) and come into the one of
-- the new owner. The payments of the new owner are lines of theirs alone: in the statement of the earlier owner the amount here and that of the
-- journal come to nothing, and the same is true of a credit that was moved to the new owner. All else that changes what is left of the
-- agreement (a credit, a cancellation, a supplementary bill, money of the earlier owner from before) is a line of both (`CHANGED`), which has the
-- time of the journals that it follows from. For the office, and for who the person is.
create function billing.lines_of_taken(person uuid) returns table (connection_id uuid, kind text, journal_id uuid, payment_id uuid,
  is_reversal boolean, at timestamptz, day date, amount_minor bigint)
language sql stable security definer set search_path = '' as $$
  with parts as (
    select t.invoice_id, t.connection_id, t.taken_at, t.amount_minor, t.agreed_minor, t.own_minor, t.consumer_id = any (me.ids) as is_taker,
      (t.taken_at at time zone coalesce(nullif(current_setting('app.time_zone', true), ''), 'Asia/Dhaka'))::date as taken_on,
      case when billing.is_cheque_fee(i.id) then i.id else coalesce(i.adjusts_id, i.id) end as bill_id
    from (select consumers.known_as(person) as ids) me
    join billing.taken_over_bills t on t.consumer_id = any (me.ids)
      or t.connection_id in (select c.id from meters.connections c where c.consumer_id = any (me.ids))
    join billing.invoices i on i.id = t.invoice_id
    where (platform.consumer_id() is null or platform.consumer_id() = person) and billing.is_taken_over(t.invoice_id)
  ),
  bills as (
    select p.bill_id, p.connection_id, p.is_taker, min(p.taken_at) as taken_at, min(p.taken_on) as taken_on,
      max(p.agreed_minor) as agreed_minor, max(p.own_minor) as own_minor
    from parts p group by p.bill_id, p.connection_id, p.is_taker
  ),
  -- A journal of each payment, and of each payment that was taken back.
  paid as (
    select p.bill_id, p.connection_id, p.is_taker, f.payment_id, f.of_taker, f.amount_minor, j.id as journal_id, j.created_at as at,
      j.business_date as day
    from parts p join billing.paid_of_taken f on f.invoice_id = p.invoice_id
    cross join lateral (select j.id, j.created_at, j.business_date from ledger.journals j where j.source_id = f.payment_id
      and j.kind = case when f.amount_minor > 0 then 'PAYMENT' else 'REVERSAL' end order by j.created_at desc limit 1) j
  ),
  moved as (
    select p.bill_id, p.connection_id, p.is_taker, m.amount_minor, j.id as journal_id, j.created_at as at, j.business_date as day
    from parts p join billing.moved_credits m on m.invoice_id = p.invoice_id
    join ledger.journals j on j.kind = 'ADVANCE' and j.source_id = m.id
  ),
  documents as (
    select b.bill_id, d.id, d.kind, d.amount_minor from bills b cross join lateral (
      select i.id, 'INVOICE' as kind, i.total_minor as amount_minor from billing.invoices i
      where i.id = b.bill_id or (i.adjusts_id = b.bill_id and not billing.is_cheque_fee(i.id))
      union all
      select n.id, 'ADJUSTMENT', n.amount_minor from billing.adjustments n where n.invoice_id = b.bill_id and n.amount_minor < 0) d
  ),
  facts as (
    select d.bill_id, j.created_at as at, j.business_date as day, case when j.id = o.id then d.amount_minor else -d.amount_minor end as net_minor,
      0 as paid_minor, 0 as of_taker_minor, 0 as moved_minor, 0 as taken_minor
    from documents d join ledger.journals o on o.kind = d.kind and o.source_id = d.id
    join ledger.journals j on j.id = o.id or j.reverses_id = o.id
    union all
    select p.bill_id, p.at, p.day, 0, p.amount_minor, case when p.of_taker then p.amount_minor else 0 end, 0, 0 from paid p
    union all
    select m.bill_id, m.at, m.day, 0, 0, 0, m.amount_minor, 0 from moved m
    union all
    select p.bill_id, p.taken_at, p.taken_on, 0, 0, 0, 0, p.amount_minor from parts p
    where exists (select from ledger.journals j where j.kind = 'INVOICE' and j.source_id = p.invoice_id and j.created_at <= p.taken_at)
  ),
  -- What the agreement on a bill still comes to after all that was posted at the same time.
  steps as (
    select b.connection_id, b.is_taker, b.taken_at, b.taken_on, f.*, case when f.at < b.taken_at then 0 else greatest(0,
        greatest(0, least(b.agreed_minor, sum(f.net_minor) over until_then - b.own_minor))
        - sum(f.paid_minor) over until_then + sum(f.moved_minor) over until_then) end as due_minor
    from (select f.bill_id, f.at, max(f.day) as day, sum(f.net_minor) as net_minor, sum(f.paid_minor) as paid_minor,
        sum(f.of_taker_minor) as of_taker_minor, sum(f.moved_minor) as moved_minor, sum(f.taken_minor) as taken_minor
      from facts f group by f.bill_id, f.at) f join bills b on b.bill_id = f.bill_id
    window until_then as (partition by f.bill_id order by f.at)
  ),
  changes as (
    select s.connection_id, s.is_taker, s.at, max(greatest(s.day, s.taken_on)) as day,
      sum(s.change_minor - s.taken_minor + s.of_taker_minor) as amount_minor, sum(s.moved_minor) as moved_minor
    from (select s.*, s.due_minor - lag(s.due_minor, 1, 0::numeric) over (partition by s.bill_id order by s.at) as change_minor from steps s) s
    where s.at >= s.taken_at group by s.connection_id, s.is_taker, s.at
  )
  select l.connection_id, l.kind, l.journal_id, l.payment_id, l.is_reversal, l.at, l.day, l.amount_minor::bigint from (
    select s.connection_id, 'TAKEN' as kind, null::uuid as journal_id, null::uuid as payment_id, null::boolean as is_reversal, s.taken_at as at,
      s.taken_on as day, sum(case when s.is_taker then s.taken_minor else -s.taken_minor end) as amount_minor
    from steps s where s.taken_minor > 0 group by s.connection_id, s.taken_at, s.taken_on
    union all
    select c.connection_id, 'CHANGED', null, null, null, c.at, c.day, case when c.is_taker then c.amount_minor else c.moved_minor - c.amount_minor end
    from changes c
    union all
    select p.connection_id, 'JOURNAL', p.journal_id, case when p.is_taker then p.payment_id end, case when p.is_taker then sum(p.amount_minor) < 0 end,
      p.at, p.day, case when p.is_taker then -sum(p.amount_minor) else sum(p.amount_minor) end
    from paid p where p.of_taker group by p.connection_id, p.is_taker, p.journal_id, p.payment_id, p.at, p.day
    union all
    select m.connection_id, 'JOURNAL', m.journal_id, null, null, m.at, m.day, -m.amount_minor from moved m where not m.is_taker
  ) l where l.amount_minor <> 0
$$;
