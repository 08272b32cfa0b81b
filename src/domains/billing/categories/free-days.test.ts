/** The category of an older month is mended: its bill is cancelled, a change with an end is approved, the month is billed again. */
import { beforeEach, expect, test } from 'vitest';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { asIf } from '#test/database.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import * as corrections from '../corrections/contract.ts';
import * as contract from './contract.ts';
import { categoryOffice, SEPTEMBER, START } from './factory.ts';

const { app, office, second, goTo, home, propose, refusal, get, seen, decided, spans } =
  await categoryOffice();
const OCTOBER: [string, string, number] = ['2026-10-01', '2026-10-31', 51_000];
/** September's bill covers 31 August to 29 September. */
const MENDED = {
  ...{ category: 'commercial', fromDay: '2026-09-05', untilDay: '2026-09-30', nextCategory: 'residential' },
};

beforeEach(() => goTo(START));

const billsOf = ({ id }: MadeConnection) =>
  all<{ id: string; version: number; period: string; water: number }>(
    app.db,
    sql`select i.id, i.version, i.period, l.amount_minor::int as water from billing.invoices i
      join billing.invoice_lines l on l.invoice_id = i.id and l.kind = 'water'
      where i.connection_id = ${id} and i.cancelled_on is null order by i.period`,
  );

/** Two billed months; the bill of the first one is cancelled. */
async function withoutSeptember(): Promise<MadeConnection> {
  const made = await home({ readings: [SEPTEMBER, OCTOBER] });
  await billMonth(office, '2026-09-01');
  await billMonth(office, '2026-10-01');
  const [september] = await billsOf(made);
  const { id: invoiceId, version } = september ?? { id: '', version: 0 };
  const body = { invoiceId, version, reason: 'Wrong category', freePayment: false };
  const { id } = await app.call(corrections.cancelInvoice, { as: office.planner, body });
  await app.call(corrections.decideCorrection, {
    ...{ as: office.approver, body: { correctionId: id, accept: true } },
  });
  return made;
}

test('the month of a cancelled bill is billed again by the right category; the later bill stays', async () => {
  const made = await home({ readings: [SEPTEMBER, OCTOBER] });
  await billMonth(office, '2026-09-01');
  await billMonth(office, '2026-10-01');
  expect(await refusal(made, MENDED)).toBe('categories.day_billed');
  const free = await withoutSeptember();
  const [october] = await billsOf(free);
  const id = await decided(free, MENDED);
  expect(await get(id)).toMatchObject({ earliest: '2026-10-31', firstFree: '2026-08-31' });
  expect((await spans(free)).map(({ category, from }) => [category, from])).toEqual([
    ['residential', '-infinity'],
    ['commercial', '2026-09-05'],
    ['residential', '2026-09-30'],
  ]);
  await billMonth(office, '2026-09-01');
  // 20 m³ in 30 days: 5 of them at ৳10, 25 at ৳40.
  expect(await billsOf(free)).toEqual([
    { ...october, id: expect.any(String), period: '2026-09-01', version: expect.any(Number), water: 70_000 },
    october,
  ]);
});

test('nothing of the billed days changes, neither by its own days nor by what follows it', async () => {
  const made = await withoutSeptember();
  expect(await refusal(made, { ...MENDED, untilDay: '2026-10-01' })).toBe('categories.day_billed');
  expect(await refusal(made, { ...MENDED, untilDay: null, nextCategory: null })).toBe(
    'categories.day_billed',
  );
  expect(await refusal(made, { ...MENDED, nextCategory: 'industrial' })).toBe('categories.day_billed');
  await decided(made, MENDED);
  expect(await refusal(made, { ...MENDED, fromDay: '2026-09-03', nextCategory: 'industrial' })).toBe(
    'categories.day_billed',
  );
});

test('nobody approves it after the month was billed again, and the database asks the same', async () => {
  const made = await withoutSeptember();
  const { id } = await propose(made, MENDED);
  const directly = () =>
    execute(
      app.owner.db,
      sql`update billing.category_changes set state = 'APPROVED', decided_by = uuidv7(), decided_by_name = 'x', decided_at = now() where id = ${id}`,
    );
  // A run holds what waits on its days: this is of the time before runs did that.
  const move = (fromDay: string, untilDay: string) =>
    asIf(
      app.owner.db,
      'billing.category_changes',
      sql`from_day = ${fromDay}, until_day = ${untilDay} where id = ${id}`,
    );
  await move('2027-01-05', '2027-01-30');
  await billMonth(office, '2026-09-01');
  await move(MENDED.fromDay, MENDED.untilDay);
  expect(await app.codeOf(contract.approveCategory, { as: second, ...(await seen(id)) })).toBe(
    'categories.day_billed',
  );
  await expect(directly()).rejects.toThrow('days until 2026-09-30 are billed');
  const { n } = await one<{ n: number }>(
    app.db,
    sql`select count(*)::int as n from billing.category_changes where id = ${id} and state = 'WAITING'`,
  );
  expect(n).toBe(1);
});
