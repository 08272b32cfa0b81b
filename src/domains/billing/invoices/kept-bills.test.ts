/** A posted bill and its lines stay as they are: if the program tries to change them, the database refuses its role. */
import { beforeAll, describe, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeInvoice } from '../factory.ts';

const app = await testApp();
const { id: connectionId } = await transaction(app.db, (tx) => makeConnection(tx, app.system()));
const bill = await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId }));

/** All that may move of a posted bill: what is settled, its cancellation, and the version that people compare. */
const MOVING = ['cancel_reason', 'cancelled_on', 'settled_minor', 'version'];
const INSUFFICIENT_PRIVILEGE = '42501';

/** What the database says to the program. */
async function refusal(statement: ReturnType<typeof sql>): Promise<string | undefined> {
  try {
    await transaction(app.db, (tx) => execute(tx, statement));
    return undefined;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    return constraint ?? code;
  }
}

async function columnsOf(table: string): Promise<string[]> {
  const rows = await all<{ name: string }>(
    app.owner.db,
    sql`select column_name as name from information_schema.columns
      where table_schema = 'billing' and table_name = ${table} order by column_name`,
  );
  return rows.map(({ name }) => name);
}

/** The columns of a table that the program's role may write their present value to. */
async function writable(table: 'invoices' | 'invoice_lines', where: ReturnType<typeof sql>) {
  const found: string[] = [];
  for (const column of await columnsOf(table)) {
    const value = sql`update ${sql.id('billing', table)} set ${sql.ref(column)} = ${sql.ref(column)} ${where}`;
    if ((await refusal(value)) === undefined) found.push(column);
  }
  return found;
}

describe('a posted bill', () => {
  test('has columns that move, and no other', async () => {
    expect(await writable('invoices', sql`where id = ${bill.id}`)).toEqual(MOVING);
  });

  test('begins open: what moves later is in no insert', async () => {
    const begin = (column: string) =>
      refusal(
        sql`insert into billing.invoices (${sql.ref(column)}) select ${sql.ref(column)} from billing.invoices where id = ${bill.id}`,
      );
    const refused: string[] = [];
    for (const column of await columnsOf('invoices'))
      if ((await begin(column)) === INSUFFICIENT_PRIVILEGE) refused.push(column);
    expect(refused).toEqual(MOVING);
  });

  test('its lines do not move at all', async () => {
    expect(await writable('invoice_lines', sql`where invoice_id = ${bill.id}`)).toEqual([]);
  });

  test('a column that is added later is closed too', async () => {
    await execute(app.owner.db, sql`alter table billing.invoices add column later_idea text`);
    await execute(app.owner.db, sql`alter table billing.invoice_lines add column later_idea text`);
    expect(await refusal(sql`update billing.invoices set later_idea = 'x'`)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await refusal(sql`update billing.invoice_lines set later_idea = 'x'`)).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
  });

  test.each([
    ['a bill', sql`delete from billing.invoices where id = ${bill.id}`],
    ['its lines', sql`delete from billing.invoice_lines where invoice_id = ${bill.id}`],
    ['all bills', sql`truncate billing.invoices cascade`],
    ['all lines', sql`truncate billing.invoice_lines`],
  ])('%s cannot be deleted', async (_what, statement) => {
    expect(await refusal(statement)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  test('gets no further line', async () => {
    const line = (
      lineNo: number,
    ) => sql`insert into billing.invoice_lines (invoice_id, line_no, kind, amount_minor)
      values (${bill.id}, ${lineNo}, 'surcharge', 100)`;
    expect(await refusal(line(99))).toBe('invoice_lines_in_one_statement');
    expect(await refusal(line(1))).toBe('invoice_lines_pkey');
    const { amount } = await one<{ amount: number }>(
      app.db,
      sql`select sum(amount_minor)::bigint as amount from billing.invoice_lines where invoice_id = ${bill.id}`,
    );
    expect(amount).toBe(bill.totalMinor);
  });

  describe('that is cancelled', () => {
    beforeAll(() =>
      execute(
        app.db,
        sql`update billing.invoices set cancelled_on = '2026-11-15', cancel_reason = 'wrong' where id = ${bill.id}`,
      ),
    );

    test('stays so, for the owner of the tables as well', async () => {
      const statements = [
        sql`update billing.invoices set cancelled_on = null, cancel_reason = null where id = ${bill.id}`,
        sql`update billing.invoices set cancelled_on = '2026-11-16' where id = ${bill.id}`,
        sql`update billing.invoices set cancel_reason = 'another' where id = ${bill.id}`,
      ];
      for (const statement of statements) {
        expect(await refusal(statement)).toBe('invoices_cancelled_for_good');
      }
      await expect(execute(app.owner.db, statements[0] as (typeof statements)[0])).rejects.toMatchObject({
        constraint: 'invoices_cancelled_for_good',
      });
    });
  });

  test('is not deleted by the owner either, nor are its lines changed', async () => {
    for (const statement of [
      sql`delete from billing.invoices`,
      sql`truncate billing.invoices cascade`,
      sql`update billing.invoice_lines set amount_minor = 1`,
      sql`delete from billing.invoice_lines`,
      sql`truncate billing.invoice_lines`,
    ]) {
      await expect(execute(app.owner.db, statement)).rejects.toMatchObject({ code: '55000' });
    }
  });
});
