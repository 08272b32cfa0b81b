/** A proposal that another person is deciding at this moment: the second decision waits, and is told that it is decided. */
import { expect, test } from 'vitest';
import { getApplication } from '#domains/applications/contract.ts';
import { makeApplication, reissueNote } from '#domains/applications/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makeDebtor } from '../factory.ts';
import { decideProposal } from './actions/decide-proposal.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [cashier, reviewer, second] = [
  await app.staff('cashier'),
  await app.staff('reviewer'),
  await app.staff('reviewer'),
];

test.each([
  ['done', 'done', true, true, 1],
  ['done', 'refused', true, false, 1],
  ['refused', 'done', false, true, 0],
])(
  '%s by one, and %s by another one at once: the first decision counts',
  async (_, __, isDone, isDoneByOther, paid) => {
    const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
    const { id } = await app.call(contract.proposeBackdated, {
      as: cashier,
      body: {
        target: { kind: 'CONNECTION', connectionId },
        amountMinor: 115_00,
        tender: { method: 'CASH', paidOn: '2026-11-02' },
        reason: 'found in the receipt book',
      },
    });
    const remark = 'looked at';
    const code = await duringChange(
      app,
      (tx) => decideProposal(tx, app.actorOf(reviewer), { id, accept: isDone, remark }),
      () =>
        app.codeOf(contract.decideProposal, {
          as: second,
          params: { id },
          body: { accept: isDoneByOther, remark },
        }),
    );
    expect(code).toBe('payments.proposal_decided');
    const kept = await all(
      app.db,
      sql`select q.state, q.decided_by as "decidedBy",
        (select count(*)::int from payments.payments p where p.connection_id = ${connectionId}) as paid
      from payments.proposals q where q.id = ${id}`,
    );
    expect(kept).toEqual([{ state: isDone ? 'DONE' : 'REFUSED', decidedBy: reviewer.userId, paid }]);
  },
);

/** Counter money for a demand note, of a day that one person may not choose; it waits for the second one. */
async function notePaidLongAgo(): Promise<{ id: string; applicationId: string }> {
  const now = app.clock.now().toISOString();
  app.clock.set('2026-10-20T04:00:00Z');
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  app.clock.set(now);
  const as = await app.staff('cashier');
  const { totalMinor } = await app.call(getApplication, {
    as: await app.staff('admin'),
    params: { id: made.id },
  });
  const { id } = await app.call(contract.proposeBackdated, {
    as,
    body: {
      target: { kind: 'DEMAND_NOTE', applicationId: made.id },
      amountMinor: totalMinor ?? 0,
      tender: { method: 'CASH', paidOn: '2026-10-25' },
      reason: 'found in the receipt book',
    },
  });
  return { id, applicationId: made.id };
}

test('counter money for a demand note that is cancelled at this moment, while another one is in force', async () => {
  const { id, applicationId } = await notePaidLongAgo();
  const decider = await app.staff('reviewer');
  const staff = { ...app.system(), kind: 'system' as const };
  const code = await duringChange(
    app,
    (tx) => reissueNote(tx, staff, applicationId),
    () => app.codeOf(contract.decideProposal, { as: decider, params: { id }, body: { accept: true } }),
  );
  expect(code).toBe('applications.note_cancelled');
});

test('who may decide accepts money for a demand note, also without the permission to take it', async () => {
  const { id, applicationId } = await notePaidLongAgo();
  const as = await app.staff('reviewer');
  expect(await app.codeOf(contract.decideProposal, { as, params: { id }, body: { accept: true } })).toBe(
    undefined,
  );
  const { state } = await app.call(getApplication, {
    as: await app.staff('admin'),
    params: { id: applicationId },
  });
  expect(state).not.toBe('READY_TO_PAY');
});
