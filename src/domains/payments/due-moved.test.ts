/** The counter records money for what its page showed: if that is paid meanwhile, it is told. */
import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import { getPayable } from './payables/contract.ts';
import { proposeBackdated } from './proposals/contract.ts';

const app = await testApp();
const [cashier, asker] = [await app.staff('cashier'), await app.staff('admin')];

test('two counters show the same open bills: the second to record is told that they are paid, also at the same moment', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const { dueMinor } = await app.call(getPayable, { as: cashier, query: { connectionId } });
  const body = {
    connectionId,
    amountMinor: dueMinor,
    tender: { method: 'CASH' as const },
    seenDueMinor: dueMinor,
  };
  const codes = await Promise.all(
    [cashier, asker].map((as) => app.codeOf(contract.makePayment, { as, body })),
  );
  expect(new Set(codes)).toEqual(new Set([undefined, 'payments.due_moved']));
  const late = await app.refused(contract.makePayment, { as: asker, body });
  expect([late.code, late.params]).toEqual(['payments.due_moved', { open: 0 }]);
  // Who knows that nothing is open pays ahead.
  const ahead = { ...body, amountMinor: 5_000, seenDueMinor: 0 };
  expect((await app.call(contract.makePayment, { as: cashier, body: ahead })).advanceMinor).toBe(5_000);
  // Money of a day long ago waits for a second person: it is compared when it is asked for.
  await execute(
    app.owner.db,
    sql`update meters.connections set connected_on = '2026-01-01' where id = ${connectionId}`,
  );
  const target = { kind: 'CONNECTION' as const, connectionId };
  const tender = { method: 'CASH' as const, paidOn: '2026-11-01' };
  const { seenDueMinor } = body;
  const asked = { target, tender, amountMinor: dueMinor, reason: 'power cut', seenDueMinor };
  expect(await app.codeOf(proposeBackdated, { as: cashier, body: asked })).toBe('payments.due_moved');
  // Nobody took bills over here.
  const taken = { ...asked, target: { ...target, takenOver: true } };
  expect(await app.codeOf(proposeBackdated, { as: cashier, body: taken })).toBe('payments.not_due');
});
