/** Questions about settlement files; the calls are the office's, so no row is limited. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { askTogether } from '#platform/database/ask-together.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { BANK_CLASSES, type BankClass } from './bank-file.rules.ts';
import { ASKABLE, classified, fileMeant } from './classes.ts';
import type { BankFile, BankFileDetail, BankRowShown, cityBankReport } from './contract.ts';

type Query = z.output<(typeof cityBankReport)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;
type Row = Omit<BankRowShown, 'can'>;

const LAST_FILES = 100;

function conditions(query: Filters): Sql {
  const parts: Sql[] = [sql`true`];
  if (query.class) parts.push(sql`c.class = ${query.class}`);
  if (query.status) parts.push(sql`c.status = ${query.status}`);
  if (query.source)
    parts.push(
      sql`exists (select from payments.payments x where x.id = c.payment_id and x.source = ${query.source})`,
    );
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    parts.push(sql`(${exact} in (c.reference, c.order_id) or c.payment_id in (
      select x.id from payments.payments x left join payments.receipts y on y.payment_id = x.id
        left join meters.connections k on k.id = x.connection_id left join applications.applications l on l.id = x.application_id
      where ${exact} in (y.number, k.number, l.number)))`);
  }
  return sql.join(parts, sql` and `);
}

/** `isCounted`: the first row of its order. What the books have of an order is in a sum with that row only. */
const rowsOf = (
  query: Filters,
): Sql => sql`select c.id, c.row_no as "rowNo", c.class, c.status, c.kind, c.day, c.reference,
    c.order_id as "orderId", c.signed_minor as "amountMinor", c.fee_minor as "feeMinor", c.booked_minor as "bookedMinor",
    c.payment_id as "paymentId", c.alarm_id as "alarmId",
    row_number() over (partition by c.payment_id order by c.row_no, c.id) = 1 as "isCounted"
  from ${classified(fileMeant(query.file))} c where ${conditions(query)}`;

export function bankReportList(_actor: Actor, query: Filters): ListQuery {
  return {
    rows: rowsOf(query),
    sorts: { day: sql`day`, rowNo: sql`"rowNo"`, amountMinor: sql`"amountMinor"` },
    tieBreak: sql`id`,
    details: (page) => sql`select q.*, o.session_id as "sessionId", p.state as "ourState", p.source,
        coalesce(u.name, p.payer_name) as "payerName", case when u.id is not null then u.name_bn else p.payer_name_bn end as "payerNameBn",
        coalesce(c.number, n.number, z.number, r.number, w.number) as "targetNumber", t.number as "receiptNumber"
      from (${page}) q left join payments.payments p on p.id = q."paymentId"
      left join payments.orders o on o.payment_id = p.id
      left join payments.receipts t on t.payment_id = p.id
      left join meters.connections c on c.id = p.connection_id
      left join applications.applications n on n.id = p.application_id
      left join work_orders.orders z on z.id = p.work_order_id
      left join ownership.requests r on r.id = p.ownership_request_id
      left join consumers.consumers w on w.id = p.wallet_of
      left join consumers.consumers u on u.id = p.consumer_id`,
  };
}

type Group = { class: BankClass; rows: number; open: number } & Record<
  'amountMinor' | 'feeMinor' | 'bookedMinor' | 'firstMinor' | 'askable',
  number
>;

/** What the books have of an order is counted with its first row of a class, and in `firstMinor` with its first row of all classes. */
const groupsOf = (query: Filters) => sql<Group>`select c.class, count(*)::int as rows,
    count(*) filter (where c.status = 'OPEN')::int as open, count(*) filter (where ${ASKABLE})::int as askable,
    coalesce(sum(c.signed_minor), 0)::bigint as "amountMinor", coalesce(sum(c.fee_minor), 0)::bigint as "feeMinor",
    coalesce(sum(c.booked_minor) filter (where c.nth_of_class = 1), 0)::bigint as "bookedMinor",
    coalesce(sum(c.booked_minor) filter (where c.nth = 1), 0)::bigint as "firstMinor"
  from (
    select c.*, row_number() over (partition by c.payment_id order by c.row_no, c.id) as nth,
      row_number() over (partition by c.payment_id, c.class order by c.row_no, c.id) as nth_of_class
    from ${classified(fileMeant(query.file))} c where ${conditions(query)}
  ) c group by c.class`;

const sumOf = (
  groups: readonly Group[],
  of: 'rows' | 'amountMinor' | 'feeMinor' | 'bookedMinor' | 'firstMinor' | 'askable',
) => groups.reduce((sum, group) => sum + group[of], 0);

export async function reportCityBank(db: Db | Tx, actor: Actor, query: Query) {
  const groups = await askTogether<Group>(db, groupsOf({ ...query, class: undefined }));
  const shown = groups.filter((group) => query.class === undefined || group.class === query.class);
  const page = await listPage<Row>(
    db,
    query,
    bankReportList(actor, query),
    Promise.resolve(sumOf(shown, 'rows')),
  );
  const revalidate = may(actor, 'payments:revalidate');
  return {
    ...page,
    items: page.items.map((row) => ({
      ...row,
      can: {
        revalidate: revalidate && row.class === 'THEIRS' && row.status !== 'ENDED' && row.paymentId !== null,
      },
    })),
    counts: Object.fromEntries(groups.map((group) => [group.class, group.rows])),
    sums: {
      amountMinor: sumOf(shown, 'amountMinor'),
      feeMinor: sumOf(shown, 'feeMinor'),
      bookedMinor: sumOf(shown, query.class === undefined ? 'firstMinor' : 'bookedMinor'),
    },
  };
}

/** What counts of the file `f`: not what an earlier row is the same as. */
export const FILE_SUMS = sql`select coalesce(sum(r.signed_minor), 0)::bigint as amount, coalesce(sum(r.fee_minor), 0)::bigint as fee
  from payments.bank_rows r where r.file_id = f.id and not r.repeats`;

const files = (
  where: Sql,
): Sql<BankFile> => sql<BankFile>`select f.id, f.gateway, f.name, f.state, f.first_day as "firstDay",
    f.last_day as "lastDay", f.row_count as rows, coalesce(u.name, '') as "uploadedBy", f.uploaded_at as "uploadedAt",
    s.amount as "amountMinor", s.fee as "feeMinor", f.statement_reference as "statementReference", f.posted_on as "postedOn"
  from payments.bank_files f left join identity.users u on u.id = f.uploaded_by, lateral (${FILE_SUMS}) s
  where ${where} order by f.uploaded_at desc, f.id desc limit ${LAST_FILES}`;

export async function listBankFiles(db: Db | Tx): Promise<{ items: BankFile[] }> {
  return { items: await all(db, files(sql`f.state <> 'GIVEN_UP'`)) };
}

export async function bankFile(db: Db | Tx, id: string): Promise<BankFile> {
  const file = await first(db, files(sql`f.id = ${id}`));
  if (!file) throw fail(commonErrors.not_found);
  return file;
}

export async function getBankFile(db: Db | Tx, actor: Actor, id: string): Promise<BankFileDetail> {
  const file = await bankFile(db, id);
  const groups = await all(db, groupsOf({ file: id }));
  const of = (wanted: BankClass) => groups.find((group) => group.class === wanted);
  const open = groups.reduce((sum, group) => sum + group.open, 0);
  const askable = sumOf(groups, 'askable');
  const works = may(actor, 'payments:bank-files');
  const isRead = works && file.state === 'READ';
  return {
    ...file,
    classes: BANK_CLASSES.map((name) => {
      const { rows = 0, amountMinor = 0, feeMinor = 0, open: left = 0 } = of(name) ?? {};
      return { class: name, rows, amountMinor, feeMinor, open: left };
    }) as BankFileDetail['classes'],
    oursMinor: (of('OURS')?.bookedMinor ?? 0) as BankFileDetail['oursMinor'],
    askable,
    can: {
      askAgain: askable > 0 && may(actor, 'payments:revalidate'),
      raise: works && open > 0,
      post: isRead,
      giveUp: isRead,
    },
  };
}
