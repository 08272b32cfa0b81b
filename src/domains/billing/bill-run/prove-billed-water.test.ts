/** The nightly proof knows each litre: a billed reading without its bill, or a bill of other litres, is found. */
import { expect, test } from 'vitest';
import { execute, type Sql, sql, transaction } from '#platform/database/db.ts';
import { billedWater } from '../book-proof.ts';
import { billMonth, connect, makeTown } from './factory-months.ts';

const office = await makeTown();
const { db, owner } = office.app;
const readings: [string, string, number][] = [
  ['2026-09-01', '2026-09-30', 10_000],
  ['2026-10-01', '2026-10-31', 25_000],
];
const [{ id }] = [
  await connect(office, { connectedOn: '2026-08-31', readings }),
  await connect(office, { readings }),
];
await billMonth(office, '2026-09-01');
await billMonth(office, '2026-10-01');

class TakenBack extends Error {}

/** What the proof says while something is broken; then it is taken back. */
async function whileBroken(statement: Sql): Promise<number> {
  let found = 0;
  const broken = transaction(owner.db, async (tx) => {
    await execute(tx, sql`alter table billing.invoices disable trigger user`);
    await execute(tx, sql`alter table meters.readings disable trigger user`);
    await execute(tx, statement);
    found = await billedWater.difference(tx);
    throw new TakenBack();
  });
  await expect(broken).rejects.toBeInstanceOf(TakenBack);
  return found;
}

const OCTOBER = sql`connection_id = ${id} and period = '2026-10-01'`;

test('nothing differs after two months', async () => {
  expect(await billedWater.difference(db)).toBe(0);
});

test.each([
  [
    'a reading that is billed no more',
    sql`update meters.readings set state = 'APPROVED' where ${OCTOBER}`,
    15_000,
  ],
  [
    'a reading of other litres',
    sql`update meters.readings set consumption_litres = 14_000 where ${OCTOBER}`,
    1000,
  ],
  ['a bill of other litres', sql`update billing.invoices set usage_litres = 17_000 where ${OCTOBER}`, 2000],
  [
    'a bill that is cancelled alone',
    sql`update billing.invoices set cancelled_on = issued_on, cancel_reason = 'x' where ${OCTOBER}`,
    15_000,
  ],
  [
    'litres that are billed in another month: too few here, too many there',
    sql`update billing.invoices set usage_litres = case period when '2026-10-01' then 10_000 else 15_000 end
      where connection_id = ${id}`,
    10_000,
  ],
])('%s', async (_what, statement, litres) => {
  expect(await whileBroken(statement)).toBe(litres);
});
