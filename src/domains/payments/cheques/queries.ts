/** Questions about cheques. The list is the office's; a household reads the state of its own with its payment. */
import type { z } from 'zod';
import { consumersFound } from '#domains/consumers/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { betweenDays } from '#platform/database/days.ts';
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { payerName, payerNameBn } from '../queries.ts';
import { ANSWER_WITHIN_DAYS, DEPOSIT_WITHIN_DAYS } from './cheque.rules.ts';
import type { Cheque, ChequeDetail, listCheques as listCall } from './contract.ts';
import { feeOn } from './fee/queries.ts';

type Query = z.output<(typeof listCall)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;

const source = sql`payments.cheques k join payments.payments p on p.id = k.payment_id
  join meters.connections c on c.id = p.connection_id`;

/** It is in the office for too long, or the bank does not answer. */
const hangs = (today: string): Sql =>
  sql`(k.state = 'RECEIVED' and k.received_on + ${sql.lit(DEPOSIT_WITHIN_DAYS)} < ${today}::date
    or k.state = 'DEPOSITED' and k.state_on + ${sql.lit(ANSWER_WITHIN_DAYS)} < ${today}::date)`;

/** Each part by an index of its own. */
function searching(search: string): Sql {
  const number = toLatinDigits(search);
  const written = sql`upper(${number}::text)`;
  const paid = (where: Sql): Sql =>
    sql`select f.id from payments.cheques f join payments.payments b on b.id = f.payment_id where ${where}`;
  return sql`k.id in (select f.id from payments.cheques f where upper(f.number) = ${written}
    union all select f.id from payments.cheques f where f.drawer ilike ${containing(search)}
    union all select f.id from payments.cheques f join payments.receipts r on r.payment_id = f.payment_id where r.number = ${number}
    union all select f.id from payments.cheques f join payments.cheque_deposits s on s.id = f.deposit_id where upper(s.slip_number) = ${written}
    union all ${paid(sql`b.connection_id = (select n.id from meters.connections n where n.number = ${number})`)}
    union all ${paid(sql`b.consumer_id in (${consumersFound(search)})`)}
    union all ${paid(sql`b.payer_id in (${consumersFound(search)})`)})`;
}

/** From one bank to the next one by the index, and not over all cheques. */
const BANKS = sql`array(with recursive b as (
    select min(o.bank) as bank from payments.cheques o
    union all select (select min(o.bank) from payments.cheques o where o.bank > b.bank) from b where b.bank is not null
  ) select bank from b where bank is not null)`;

function conditions({ today }: Actor, query: Filters): Sql {
  const parts: Sql[] = [sql`true`, ...whether(query.hangs, hangs(today))];
  if (query.state) parts.push(sql`k.state = ${query.state}`);
  if (query.bank) parts.push(sql`k.bank = ${query.bank}`);
  parts.push(...betweenDays(sql`k.received_on`, query));
  if (query.search) parts.push(searching(query.search));
  return sql.join(parts, sql` and `);
}

/** Somebody asked to take the payment back: a second person decides first. */
const isAskedBack = sql`exists (select from payments.reversals v where v.payment_id = k.payment_id and v.state = 'REQUESTED')`;

export function chequeList(actor: Actor, query: Filters): ListQuery {
  const where = conditions(actor, query);
  const manages = may(actor, 'cheques:manage');
  return {
    rows: sql`select k.id, k.received_on as "receivedOn", k.drawn_on as "drawnOn", k.state_on as "stateOn", p.amount_minor as "amountMinor",
        ${hangs(actor.today)} as hangs from ${source} where ${where}`,
    details: (
      page,
    ) => sql`select x.*, k.payment_id as "paymentId", r.number as "receiptNumber", c.id as "connectionId", c.number as "connectionNumber",
        ${payerName} as "payerName", ${payerNameBn} as "payerNameBn", k.number, k.bank, k.branch, k.drawer, k.received_by_name as "receivedBy",
        k.state, d.slip_number as "slipNumber", d.bank_account as "bankAccount", d.deposited_on as "depositedOn", d.made_by_name as "depositedBy",
        k.answered_on as "answeredOn", k.answered_by_name as "answeredBy", k.answered_at as "answeredAt", k.return_reason as "returnReason",
        k.return_words as "returnWords", f.total_minor as "feeMinor", f.id as "feeInvoiceId", f.number as "feeInvoiceNumber", k.version, ${isAskedBack} as "isAskedBack",
        jsonb_build_object('deposit', k.state = 'RECEIVED' and not ${isAskedBack} and ${manages}::boolean, 'takeOff', k.state = 'DEPOSITED' and ${manages}::boolean,
          'clear', k.state = 'DEPOSITED' and ${manages}::boolean,
          'dishonour', k.state in ('DEPOSITED', 'CLEARED') and p.state = 'APPROVED' and not ${isAskedBack} and ${manages}::boolean and k.received_by is distinct from ${actor.userId}::uuid) as can
      from (${page}) x join payments.cheques k on k.id = x.id join payments.payments p on p.id = k.payment_id
      join meters.connections c on c.id = p.connection_id
      left join consumers.consumers u on u.id = p.consumer_id left join consumers.consumers y on y.id = p.payer_id
      left join payments.receipts r on r.payment_id = p.id
      left join payments.cheque_deposits d on d.id = k.deposit_id
      left join billing.invoices f on f.id = k.fee_invoice_id`,
    sorts: {
      receivedOn: sql`"receivedOn"`,
      drawnOn: sql`"drawnOn"`,
      amountMinor: sql`"amountMinor"`,
      stateOn: sql`"stateOn"`,
    },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from ${source} where ${where}`,
  };
}

/** A page alone, as the first page of the office shows it. */
export const pageOfCheques = (db: Db | Tx, actor: Actor, query: Filters & Paging) =>
  listPage<Cheque>(db, query, chequeList(actor, query));

/** A page of them, the sum of all that match, and how many are in each state, with all other filters applied. */
export async function listCheques(db: Db | Tx, actor: Actor, query: Query) {
  const [page, { amountMinor, ...known }, counts] = await Promise.all([
    pageOfCheques(db, actor, query),
    one<{ amountMinor: number; bankAccount: string | null; banks: string[] }>(
      db,
      sql`select coalesce(sum(p.amount_minor), 0)::bigint as "amountMinor", ${BANKS} as banks,
          (select d.bank_account from payments.cheque_deposits d order by d.made_at desc limit 1) as "bankAccount"
        from ${source} where ${conditions(actor, query)}`,
    ),
    countBy(
      db,
      sql`select k.state as key from ${source} where ${conditions(actor, { ...query, state: undefined })}`,
    ),
  ]);
  return { ...page, sums: { amountMinor }, counts, ...known };
}

export async function getCheque(db: Db | Tx, actor: Actor, id: string): Promise<ChequeDetail> {
  const list = chequeList(actor, {});
  const row = await first(
    db,
    sql<Cheque>`select * from (${list.details?.(sql`select * from (${list.rows}) l where l.id = ${id}`)}) d`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return { ...row, feeTodayMinor: await feeOn(db, actor.today) };
}

/** Sum of the cheques that are neither in the bank nor lost, against the account that they wait in. */
export const waitingAgainstBooks = (account: string): Sql<{ difference: number }> =>
  sql`select abs(coalesce((select sum(p.amount_minor) from payments.cheques k join payments.payments p on p.id = k.payment_id
      where k.state in ('RECEIVED', 'DEPOSITED')), 0)
    - coalesce((select sum(e.amount_minor) from ledger.entries e where e.account_code = ${account}), 0))::bigint as difference`;
