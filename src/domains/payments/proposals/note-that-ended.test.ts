/** Counter money of an earlier day waits for a second person, and its demand note ends or changes meanwhile. */
import { afterEach, expect, test } from 'vitest';
import { getApplication, holdApplication, updateState } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { closeApplication } from '#domains/applications/pipeline/actions/close-application.ts';
import { runDailyRound } from '#domains/applications/pipeline/actions/run-daily-round.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as payments from '../contract.ts';
import { paymentsOfNotes } from '../note-payments.ts';
import * as contract from './contract.ts';

const app = await testApp();
afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const page = async (id: string) => app.call(getApplication, { as: await app.staff('admin'), params: { id } });
const round = () => runDailyRound(app.db, app.system(), paymentsOfNotes);
const reason = 'found in the receipt book';

async function noted() {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { totalMinor, expiresOn } = await page(id);
  const paidOn = app.system().today;
  app.clock.advance(10 * 86_400);
  const propose = async () => ({
    as: await app.staff('cashier'),
    body: {
      target: { kind: 'DEMAND_NOTE' as const, applicationId: id },
      amountMinor: totalMinor ?? 0,
      ...{ tender: { method: 'CASH' as const, paidOn }, reason },
    },
  });
  return { id, total: totalMinor ?? 0, lastDay: expiresOn ?? '', paidOn, propose };
}

async function proposed() {
  const note = await noted();
  const call = await note.propose();
  const { id: proposalId } = await app.call(contract.proposeBackdated, call);
  return { ...note, proposalId, cashier: call.as };
}

const deciding = async (id: string, more: object = {}) => ({
  as: await app.staff('reviewer'),
  params: { id },
  body: { accept: true, ...more },
});
const codeOf = async (id: string, more: object = {}) =>
  app.codeOf(contract.decideProposal, await deciding(id, more));
const listed = async (proposalId: string) =>
  (
    await app.call(contract.listProposals, {
      as: await app.staff('reviewer'),
      query: { state: 'REQUESTED', limit: 100 },
    })
  ).items.find(({ id }) => id === proposalId);

async function withdraw(id: string) {
  const { version } = await page(id);
  const body = { applicationId: id, version, action: 'withdraw' as const };
  await app.call(updateState, { as: await app.staff('admin'), body });
}

test('the night round leaves the note until it is decided; agreed to, it pays also after the last day', async () => {
  const { id, lastDay, proposalId, paidOn } = await proposed();
  app.clock.advance((Date.parse(addDays(lastDay, 20)) - Date.parse(app.system().today)) / 1000);
  await round();
  expect((await page(id)).state).toBe('READY_TO_PAY');
  expect((await listed(proposalId))?.goesBack).toBe(false);
  const { paymentId } = await app.call(contract.decideProposal, await deciding(proposalId));
  const paid = await app.call(payments.getPayment, {
    ...{ as: await app.staff('cashier'), params: { id: String(paymentId) } },
  });
  expect(paid).toMatchObject({ paidOn, owedBack: false });
  expect((await page(id)).state).toBe('READY_FOR_METER_INSTALLATION');
});

test('refused: the next night ends the note', async () => {
  const { id, lastDay, proposalId } = await proposed();
  app.clock.advance((Date.parse(addDays(lastDay, 20)) - Date.parse(app.system().today)) / 1000);
  expect(await codeOf(proposalId, { accept: false, remark: 'no such money' })).toBeUndefined();
  await round();
  expect((await page(id)).state).toBe('EXPIRED');
});

test('who proposes while the round ends the note waits for it, and is told that the note has ended', async () => {
  const { id, lastDay, propose } = await noted();
  app.clock.advance((Date.parse(addDays(lastDay, 20)) - Date.parse(app.system().today)) / 1000);
  const call = await propose();
  const code = await duringChange(
    app,
    (tx) => closeApplication(tx, app.system(), 'expire', { applicationId: id }),
    () => app.codeOf(contract.proposeBackdated, call),
  );
  expect(code).toBe('applications.note_cancelled');
});

test('the note ended: the decision says so, and the money can be recorded and sent back', async () => {
  const { id, total, paidOn, proposalId, cashier } = await proposed();
  await withdraw(id);
  expect((await listed(proposalId))?.goesBack).toBe(true);
  expect(await codeOf(proposalId)).toBe('applications.note_cancelled');
  const { paymentId, goesBack } = await app.call(
    contract.decideProposal,
    await deciding(proposalId, { sendBack: true }),
  );
  expect(goesBack).toBe(false);
  const paid = await app.call(payments.getPayment, {
    ...{ as: await app.staff('cashier'), params: { id: String(paymentId) } },
  });
  expect(paid).toMatchObject({ paidOn, owedBack: true, amountMinor: total, method: 'CASH' });
  expect(paid.receiptNumber).toMatch(/^6/);
  expect(await balanceOf(app.db, { partyId: id, account: '2210' })).toBe(-total);
  const drawer = await all(
    app.db,
    sql`select j.posted_by as by, j.business_date as day, e.amount_minor as minor from ledger.journals j
      join ledger.entries e on e.journal_id = j.id and e.account_code = '1000' where j.source_id = ${paid.id}`,
  );
  expect(drawer).toEqual([{ by: cashier.userId, day: paidOn, minor: total }]);
  const cases = await all(
    app.db,
    sql`select state, amount_minor as minor from payments.refunds where payment_id = ${paid.id}`,
  );
  expect(cases).toEqual([{ state: 'REQUESTED', minor: total }]);
  expect((await page(id)).goesBack).toMatchObject([{ paymentId: paid.id, amountMinor: total }]);
});

test('what the note takes pays it, also if it was to be sent back; on hold it waits', async () => {
  const { id, proposalId } = await proposed();
  const { version } = await page(id);
  const reviewer = await app.staff('reviewer');
  await app.call(holdApplication, {
    ...{ as: reviewer, body: { applicationId: id, version, remark: 'look at the papers' } },
  });
  expect(await codeOf(proposalId)).toBe('applications.on_hold');
  expect(await codeOf(proposalId, { sendBack: true })).toBe('applications.on_hold');
  const other = await proposed();
  expect(await codeOf(other.proposalId, { sendBack: true })).toBeUndefined();
  expect((await page(other.id)).state).toBe('READY_FOR_METER_INSTALLATION');
});

test('who never had a demand note is not found', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  const body = { applicationId: id, amountMinor: 100_00, tender: { method: 'CASH' as const } };
  expect(await app.codeOf(payments.payDemandNote, { as: await app.staff('cashier'), body })).toBe(
    'common.not_found',
  );
});
