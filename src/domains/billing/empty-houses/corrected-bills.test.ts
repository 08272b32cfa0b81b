/** Empty days of bills that are corrected or cancelled later, and of estimates: what is counted, what ends a notice, and what can be noted again. */
import { describe, expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import * as corrections from '../corrections/contract.ts';
import * as contract from './contract.ts';
import { emptyOffice, OCTOBER, ruleOfEmpty } from './factory.ts';

const { app, office, third, household, home, note, refusal, get, seen, decided, told } = await emptyOffice();

describe('a bill that is corrected', () => {
  const bill = async ({ id }: { id: string }, period: string) =>
    one<{ id: string; version: number }>(
      app.db,
      sql`select id, version from billing.invoices where connection_id = ${id} and period = ${period} and adjusts_id is null`,
    );
  const correct = async (made: { id: string }, period: string, registerLitres: number) => {
    const { id: invoiceId, version } = await bill(made, period);
    const body = { invoiceId, version, registerLitres, reason: 'misread' };
    return app.call(corrections.adjustMeterReading, { as: office.planner, body });
  };
  const now = async (made: { id: string }) =>
    (
      await one<{ minor: number }>(
        app.db,
        sql`select coalesce((select l.after_minor from billing.adjustments a join billing.adjustment_lines l on l.adjustment_id = a.id
            where a.invoice_id = i.id and l.kind = 'fixed' order by a.id desc limit 1), 
            (select l.amount_minor from billing.invoice_lines l where l.invoice_id = i.id and l.kind = 'fixed'))::int as minor
          from billing.invoices i where i.connection_id = ${made.id} and i.period = ${OCTOBER} and i.adjusts_id is null`,
      )
    ).minor;
  const SEPTEMBER = '2026-09-01';
  /** Read on 30 September and 31 October; empty from 16 October on with 500 litres used since. */
  const half = () =>
    home(0, {
      connectedOn: '2026-08-31',
      readings: [
        [SEPTEMBER, '2026-09-30', 20_000],
        [OCTOBER, '2026-10-31', 50_000],
      ],
    });

  test('counts the empty days from the register of their first day, and too much of use ends the notice', async () => {
    const [earlier, own, less] = [await half(), await half(), await half()];
    const ids = [];
    for (const made of [earlier, own, less])
      ids.push(await decided(made, { fromDay: '2026-10-16', startLitres: 49_500 }));
    await billMonth(office, SEPTEMBER);
    await billMonth(office, OCTOBER);
    expect([await now(earlier), await now(own), await now(less)]).toEqual([2_274, 2_274, 2_274]);
    // What was used before the empty days is more, or less; the empty days are as they were.
    await correct(earlier, SEPTEMBER, 10_000);
    await correct(less, SEPTEMBER, 45_000);
    expect([await now(earlier), await now(less)]).toEqual([2_274, 2_274]);
    expect((await get(String(ids[0]))).state).toBe('APPROVED');
    // 1,001 litres in the empty days, of which 1,000 may be used.
    await correct(own, OCTOBER, 50_501);
    expect(await now(own)).toBe(3_000);
    expect(await get(String(ids[1]))).toMatchObject({ state: 'ENDED_BY_USE', untilDay: '2026-10-16' });
    expect(await told(String(ids[1]))).toEqual(['approved', 'used']);
    // Corrected, but still more than may be used.
    await correct(own, OCTOBER, 50_502);
    await correct(own, OCTOBER, 50_501);
    expect((await get(String(ids[1]))).againFrom).toBeNull();
    // The bill that ended it shows less again, and its own days are billed with less: the next ones can be noted.
    await correct(own, OCTOBER, 50_000);
    expect(await now(own)).toBe(2_274);
    const { againFrom } = await get(String(ids[1]));
    expect(againFrom).toBe('2026-10-31');
    expect((await get(String(ids[1]), household)).againFrom).toBe(againFrom);
    const { id } = await note(own, { fromDay: String(againFrom) });
    // The last bill is that of October, not one that supplements it.
    expect((await get(id)).lastBill).toMatchObject({ period: OCTOBER, fixedMinor: 2_274 });
  });

  test('counts the days before the return by its register too', async () => {
    const made = await home(50_000);
    const id = await decided(made, { fromDay: '2026-09-30', untilDay: '2026-10-16' });
    const body = { ...(await seen(id)).body, returnLitres: 900, words: 'Read by the crew' };
    await app.call(contract.noteEmptyReturn, { as: third, params: { id }, body });
    await billMonth(office, OCTOBER);
    expect(await now(made)).toBe(2_226);
    // More was used after the return: the empty days are as they were.
    await correct(made, OCTOBER, 60_000);
    expect([await now(made), (await get(id)).state]).toEqual([2_226, 'APPROVED']);
    // Less than the register of the return cannot be what it was: nobody knows the use of the empty days any more.
    await correct(made, OCTOBER, 880);
    expect([await now(made), (await get(id)).state]).toEqual([2_226, 'APPROVED']);
  });

  test('or cancelled, gives its days back, beyond the days that the rules allow', async () => {
    const made = await home(2_000);
    const id = await decided(made);
    await billMonth(office, OCTOBER);
    expect(await get(id)).toMatchObject({ state: 'ENDED_BY_USE', againFrom: null });
    await ruleOfEmpty(app, { fixedOwedPercent: 50, noticeDaysBack: 1 });
    const { id: invoiceId, version } = await bill(made, OCTOBER);
    const body = { invoiceId, version, reason: 'misread', freePayment: false };
    const asked = await app.call(corrections.cancelInvoice, { as: office.planner, body });
    expect(await refusal(made)).toBe('empty_houses.too_early');
    await app.call(corrections.decideCorrection, {
      ...{ as: office.approver, body: { correctionId: asked.id, accept: true } },
    });
    expect((await get(id)).againFrom).toBe('2026-09-30');
    await note(made);
    await ruleOfEmpty(app, { fixedOwedPercent: 50, noticeDaysBack: 60 });
  });

  test('by an estimate ends nothing', async () => {
    const made = await home(9_000);
    const id = await decided(made);
    await execute(
      app.owner.db,
      sql`update meters.readings set source = 'ESTIMATE' where connection_id = ${made.id} and period = ${OCTOBER}`,
    );
    await billMonth(office, OCTOBER);
    expect((await get(id)).state).toBe('APPROVED');
  });
});
