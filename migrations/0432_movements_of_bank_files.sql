-- A row of a settlement file repeats an earlier one only if order and amount agree too. Before, the number and the state decided alone:
-- two partial reversals with the number of one payment were one, and in a file that has no numbers, two payments of one order were one.

-- What makes a row the same movement as another one. `part` tells rows apart that have no number but their order.
create function payments.bank_movement(reference text, kind text, payment_id uuid, order_id text, amount_minor bigint, fee_minor bigint, part text)
returns text language sql immutable as $$
  select reference || '|' || kind || '|' || coalesce(payment_id::text, order_id, '') || '|'
    || (case kind when 'FEE' then fee_minor when 'NOT_PAID' then 0 else amount_minor end)::text || '|' || part
$$;

alter table payments.bank_rows
  -- If the reference is only the order: the day, and the how many-th row of this order, state and amount it is on that day in its file.
  add column part text not null default '';
update payments.bank_rows r set part = n.part
from (select x.id, to_char(x.day, 'YYYY-MM-DD') || '/' || row_number() over (partition by x.file_id, x.reference, x.kind, x.amount_minor, x.day,
    case x.kind when 'FEE' then x.fee_minor end order by x.row_no) as part
  from payments.bank_rows x where x.reference = x.order_id and x.kind <> 'NOT_PAID') n
where n.id = r.id;
alter table payments.bank_rows
  add column movement text not null generated always as
    (payments.bank_movement(reference, kind, payment_id, order_id, amount_minor, fee_minor, part)) stored;
drop index payments.bank_rows_once;
drop index payments.bank_rows_reference;
create unique index bank_rows_once on payments.bank_rows (gateway, movement) where not repeats and not dropped;
create index bank_rows_movement on payments.bank_rows (gateway, movement);

-- Reversals that wait for a second person are in a list, a queue and a hindrance of a month.
create index reversals_waiting on payments.reversals (requested_at) where state = 'REQUESTED';
