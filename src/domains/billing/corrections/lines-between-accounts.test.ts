/** A correction whose total stays, because the bill is rounded, moves its lines between their accounts. */
import { expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { at, documentsOf, makeTown } from '../correction-run/factory-corrections.ts';
import * as contract from './contract.ts';

test('only the lines of a corrected bill change: the books have them, and the cancelled bill takes them back', async () => {
  const { app, planner, approver, made, ...town } = await makeTown(1, { ...at('10'), roundOffTo: '1' });
  const bill = () =>
    one<{ invoiceId: string; version: number }>(
      app.db,
      sql`select id as "invoiceId", version from billing.invoices
        where connection_id = ${made[0]?.id} and period = '2026-10-01' and adjusts_id is null`,
    );
  const moved = () =>
    all(
      app.db,
      sql`select e.account_code as account, sum(e.amount_minor)::bigint as minor from ledger.entries e
        where e.account_code in ('4000', '4900') group by 1 having sum(e.amount_minor) <> 0 order by 1`,
    );
  expect(await moved()).toEqual([{ account: '4000', minor: -30_000 }]);
  // 20.03 m³ at ৳10 is 200.30, rounded to 200.
  const body = { ...(await bill()), registerLitres: 30_030, reason: 'misread' };
  await app.call(contract.adjustMeterReading, { as: planner, body });
  expect(await documentsOf({ app, planner, approver, made, ...town }, made[0]?.id)).toMatchObject([
    { month: '10', amount: 0, supplement: null },
  ]);
  expect(await moved()).toEqual([
    { account: '4000', minor: -30_030 },
    { account: '4900', minor: 30 },
  ]);
  const cancel = { ...(await bill()), reason: 'wrong', freePayment: false };
  const { id: correctionId } = await app.call(contract.cancelInvoice, { as: planner, body: cancel });
  await app.call(contract.decideCorrection, { as: approver, body: { correctionId, accept: true } });
  expect(await moved()).toEqual([{ account: '4000', minor: -10_000 }]);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});
