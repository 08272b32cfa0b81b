/**
 * What each row of a settlement file is beside the books, as it is now: found again with each question, so that a payment that
 * comes right, or a row of a later file, changes it by itself.
 */
import { type Sql, sql } from '#platform/database/db.ts';

/** The file that is meant: the one that is named, if not the newest one. A file that was given up has no rows. */
export const fileMeant = (file: string | undefined): Sql =>
  sql`(select x.id from payments.bank_files x where x.state <> 'GIVEN_UP' and (${file ?? null}::uuid is null or x.id = ${file ?? null}::uuid)
    order by x.uploaded_at desc, x.id desc limit 1)`;

/** What the books have of the payment `p`: as payments.booked_minor, for many. */
const BOOKED = sql`(case when p.state = 'APPROVED' then p.amount_minor else 0 end
  + coalesce((select sum(s.amount_minor) from payments.payments s where s.stands_for_id = p.id and s.state = 'APPROVED'), 0))::bigint`;

/** Rows of the file, and what only we have on its days. `net_minor`: what the bank has of the order, in all files. */
const compared = (file: Sql): Sql => sql`
  with meant as materialized (select f.id, f.gateway, f.first_day, f.last_day from payments.bank_files f where f.id = ${file}),
  of_orders as materialized (
    select r.id, sum(r.signed_minor) over orders as net_minor, count(*) filter (where r.kind = 'PAID') over orders as paid_rows,
      row_number() over (partition by r.payment_id, r.kind order by r.file_id, r.row_no) as nth
    from payments.bank_rows r where not r.repeats and not r.dropped
      and r.payment_id in (select x.payment_id from meant m join payments.bank_rows x on x.file_id = m.id)
    window orders as (partition by r.payment_id))
  select r.id, r.row_no, case
      when r.repeats then 'REPEATED' when r.kind in ('FEE', 'REVERSED') then r.kind
      when r.kind = 'NOT_PAID' then case when b.minor > 0 and n.paid_rows = 0 then 'OURS' else 'NOT_PAID' end
      when r.payment_id is null then 'THEIRS' when b.minor = n.net_minor then 'AGREES' when n.nth > 1 then 'TWICE'
      when b.minor = 0 then 'THEIRS' when b.minor = r.amount_minor then 'AGREES' else 'AMOUNT' end as class,
    r.kind, r.day, r.reference, coalesce(r.order_id, o.order_id) as order_id, r.signed_minor, r.fee_minor,
    coalesce(b.minor, 0) as booked_minor, r.payment_id,
    case when r.payment_id is not null then n.net_minor when r.kind = 'REVERSED' then 0 else r.amount_minor end::bigint as net_minor
  from meant m join payments.bank_rows r on r.file_id = m.id
  left join of_orders n on n.id = r.id
  left join payments.orders o on o.payment_id = r.payment_id
  left join lateral (select ${BOOKED} as minor from payments.payments p where p.id = r.payment_id) b on true
  union all
  select p.id, null, 'OURS', null, min(p.paid_day), null, p.order_id, null, null, ${BOOKED}, p.id, 0
  from (select q.id, q.state, q.amount_minor, o.order_id, b.paid_on as paid_day
    from meant m join payments.payments b on b.method = 'GATEWAY' and b.state = 'APPROVED' and b.paid_on between m.first_day and m.last_day
    join payments.orders o on o.payment_id = coalesce(b.stands_for_id, b.id) and o.gateway = m.gateway
    join payments.payments q on q.id = o.payment_id
    where not exists (select from payments.bank_rows r where r.payment_id = o.payment_id and not r.dropped
      and (r.file_id = m.id or (not r.repeats and r.kind in ('PAID', 'REVERSED'))))) p
  group by p.id, p.state, p.amount_minor, p.order_id`;

/** The alarm that a difference has: one that is open, or one that two people ended while the bank had of it what it has now. */
const ALARM = sql`select a.id, a.state from payments.alarms a
  where c.differs and (a.bank_row_id = c.id or (a.payment_id = c.payment_id and a.kind = 'FILE_' || c.class))
    and (a.state <> 'SOLVED' or (a.solution <> 'CAME_RIGHT' and a.bank_minor = c.net_minor))
  order by a.raised_at desc, a.id desc limit 1`;

/** Relation of the rows with their class, and with what has become of a difference. */
export const classified = (file: Sql): Sql => sql`(
  select c.*, a.id as alarm_id, case when not c.differs then 'FINE' when a.id is null then 'OPEN' when a.state = 'SOLVED' then 'ENDED'
      else 'ALARM' end as status
  from (select d.*, d.class in ('THEIRS', 'OURS', 'AMOUNT', 'TWICE')
      or (d.class = 'REVERSED' and (d.payment_id is null or d.booked_minor <> d.net_minor)) as differs
    from (${compared(file)}) d) c
  left join lateral (${ALARM}) a on true)`;

/** Rows `c` of `classified` about whose order the bank can be asked again. */
export const ASKABLE = sql`(c.status = 'OPEN' and c.class = 'THEIRS' and c.payment_id is not null)`;
