/**
 * What must agree at the end of a simulated year: the books, the statements, the reports, and an account of its own that knows only the
 * documents and the money that people brought.
 */
import { billChart } from '#domains/dashboard/contract.ts';
import { trialBalance } from '#domains/ledger/books/contract.ts';
import { statement } from '#domains/statements/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { auditBills } from '#test/bill-audit/audit-bills.ts';
import type { Brought } from './live-a-year.ts';
import { FIRST_DAY, type Town } from './town.ts';

type Line = { connectionId: string; day: string; amountMinor: number };

/** What is owed more or less by day: bills, credit notes and cancellations from their documents, money from who brought it. */
async function linesOf({ app }: Town, brought: readonly Brought[]): Promise<Line[]> {
  const documents = await all<Line>(
    app.db,
    sql`select connection_id as "connectionId", issued_on as day, total_minor as "amountMinor" from billing.invoices
      union all
      select connection_id, cancelled_on, -total_minor from billing.invoices where cancelled_on is not null
      union all
      select i.connection_id, a.adjusted_on, a.amount_minor from billing.adjustments a join billing.invoices i on i.id = a.invoice_id
        where a.amount_minor < 0`,
  );
  return [...documents, ...brought.map((money) => ({ ...money, amountMinor: -money.amountMinor }))];
}

const sum = (lines: readonly { amountMinor: number }[]) =>
  lines.reduce((all, { amountMinor }) => all + amountMinor, 0);

const MONTHS = Array.from({ length: 12 }, (_, index) => addMonths(FIRST_DAY, index));
const lastDayOf = (month: string) => addDays(addMonths(month, 1), -1);
const CONSUMERS = ['1100', '2200'];

/** Sentences about what does not agree. */
export async function disagreements(town: Town, brought: readonly Brought[]): Promise<string[]> {
  const lines = await linesOf(town, brought);
  const { differences } = await auditBills(town.app.db, await untouched(town));
  return [
    ...differences,
    ...(await wrongBalances(town, lines)),
    ...(await wrongStatements(town, lines)),
    ...(await wrongCharts(town, lines, brought)),
  ];
}

/** Bills that nobody corrected, of connections that nothing was corrected at: the audit does not know of corrections. */
async function untouched({ app }: Town) {
  const corrected = await all<{ id: string }>(
    app.db,
    sql`select distinct i.connection_id as id from billing.adjustments a join billing.invoices i on i.id = a.invoice_id
      union select connection_id from billing.invoices i join billing.corrections c on c.invoice_id = i.id`,
  );
  const ids = new Set(corrected.map(({ id }) => id));
  return ({ connection }: { connection: string }) => !ids.has(connection);
}

/** The trial balance of each month: it balances, begins as the month before ended, and owes what the documents say. */
async function wrongBalances({ app }: Town, lines: readonly Line[]): Promise<string[]> {
  const as = await app.staff('admin');
  const wrong: string[] = [];
  let before = new Map<string, number>();
  for (const month of MONTHS) {
    const to = lastDayOf(month);
    const { items, sums } = await app.call(trialBalance, { as, query: { from: month, to, limit: 200 } });
    if (sums.debitMinor !== sums.creditMinor || sums.closingMinor !== 0)
      wrong.push(`${month}: ${sums.debitMinor} debited, ${sums.creditMinor} credited`);
    for (const { code, openingMinor, debitMinor, creditMinor, closingMinor } of items) {
      if (openingMinor + debitMinor - creditMinor !== closingMinor)
        wrong.push(`${month}: account ${code} does not add up`);
      if (month !== MONTHS[0] && openingMinor !== (before.get(code) ?? 0))
        wrong.push(
          `${month}: account ${code} begins with ${openingMinor}, it ended with ${before.get(code)}`,
        );
    }
    before = new Map(items.map(({ code, closingMinor }) => [code, closingMinor]));
    const owed = CONSUMERS.reduce((all, code) => all + (before.get(code) ?? 0), 0);
    const documents = sum(lines.filter(({ day }) => day <= to));
    if (owed !== documents)
      wrong.push(`${month}: the books are owed ${owed}, documents less money ${documents}`);
  }
  return wrong;
}

/** Each household's statement ends with what its documents less its money are; a month begins as the one before ended. */
async function wrongStatements({ app, households }: Town, lines: readonly Line[]): Promise<string[]> {
  const as = await app.staff('admin');
  const byConnection = Map.groupBy(lines, ({ connectionId }) => connectionId);
  const wrong: string[] = [];
  for (const [n, { consumerId, connectionId }] of households.entries()) {
    const own = byConnection.get(connectionId) ?? [];
    const whole = await app.call(statement, { as, query: { consumerId, limit: 1 } });
    const closing = sum(own);
    if (whole.sums.closingMinor !== closing)
      wrong.push(
        `household ${n}: its statement ends with ${whole.sums.closingMinor}, documents less money are ${closing}`,
      );
    const month = MONTHS[n % MONTHS.length] ?? FIRST_DAY;
    const { sums } = await app.call(statement, {
      as,
      query: { consumerId, from: month, to: lastDayOf(month), limit: 1 },
    });
    const until = (day: string) => sum(own.filter((line) => line.day <= day));
    if (sums.openingMinor !== until(addDays(month, -1)) || sums.closingMinor !== until(lastDayOf(month)))
      wrong.push(`household ${n}: its statement of ${month} is ${sums.openingMinor} to ${sums.closingMinor}`);
    if (sums.openingMinor + sums.owedMinor - sums.paidMinor !== sums.closingMinor)
      wrong.push(`household ${n}: its statement of ${month} does not add up`);
  }
  return wrong;
}

/** Billed and collected by month on the first page: bills that live by their month, money by the month in which it came or went back. */
async function wrongCharts(
  { app }: Town,
  _: readonly Line[],
  brought: readonly Brought[],
): Promise<string[]> {
  const as = await app.staff('admin');
  const { points } = await app.call(billChart, { as, query: { months: 12 } });
  const billed = await all<{ month: string; amountMinor: number }>(
    app.db,
    sql`select date_trunc('month', issued_on)::date as month, sum(total_minor)::bigint as "amountMinor" from billing.invoices
      where cancelled_on is null group by 1`,
  );
  const wrong: string[] = [];
  for (const { period, billedMinor, collectedMinor } of points) {
    const came = sum(brought.filter(({ day }) => firstOfMonth(day) === period));
    const issued = sum(billed.filter(({ month }) => month === period));
    if (collectedMinor !== came)
      wrong.push(`${period}: the chart collected ${collectedMinor}, people brought ${came}`);
    if (billedMinor !== issued) wrong.push(`${period}: the chart billed ${billedMinor}, bills are ${issued}`);
  }
  if (points.length !== 12) wrong.push(`the chart has ${points.length} months`);
  return wrong;
}
