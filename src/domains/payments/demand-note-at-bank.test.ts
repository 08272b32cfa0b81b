/** What an applicant sees of the money for the demand note: while the bank has it, and while the application is on hold. */
import { expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import * as gateway from './gateway/contract.ts';
import { paymentsOfNotes } from './note-payments.ts';
import { getPayable, myPayables } from './payables/contract.ts';

const app = await testApp();

async function toPay() {
  const owner = await app.consumer('Rahima Khatun');
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(owner.consumerId) });
  const payable = await app.call(getPayable, { as: owner, query: { applicationId: made.id } });
  return { owner, id: made.id, dueMinor: payable.dueMinor };
}
const pageOf = (as: Person, id: string) => app.call(applications.getApplication, { as, params: { id } });
const listOf = (as: Person) => app.call(applications.listApplications, { as, query: {} });
const homeOf = async (as: Person) => (await app.call(consumerDashboard, { as })).applications;

test('a payment that the bank has not decided is on the page, in the list and at home, also one that is set aside', async () => {
  const { owner, id, dueMinor } = await toPay();
  expect([(await pageOf(owner, id)).atBank, (await listOf(owner)).atBank]).toEqual([null, []]);
  expect(await homeOf(owner)).toMatchObject([{ id, isBeingPaid: false }]);
  const { id: paymentId } = await app.call(contract.payDemandNote, {
    ...{ as: owner, body: { applicationId: id, amountMinor: dueMinor, tender: { method: 'GATEWAY' } } },
  });
  await app.call(gateway.openOrder, { as: owner, body: { paymentId } });
  const seen = async (isSetAside: boolean) => {
    const atBank = { applicationId: id, paymentId, amountMinor: dueMinor, isSetAside };
    expect((await pageOf(owner, id)).atBank).toMatchObject(atBank);
    expect((await listOf(owner)).atBank).toMatchObject([atBank]);
    expect(await homeOf(owner)).toMatchObject([{ id, isBeingPaid: true }]);
  };
  await seen(false);
  await execute(app.owner.db, sql`update payments.payments set set_aside_at = now() where id = ${paymentId}`);
  await seen(true);
  // Somebody else reads nothing of it, and staff who see no payments neither.
  const other = await toPay();
  expect((await listOf(other.owner)).atBank).toEqual([]);
  // Also without row-level security.
  const asked = (person: Person) => {
    const permissions = new Set<Permission>(['payments:view']);
    return paymentsOfNotes.atBank(app.db, { ...app.actorOf(person), permissions }, id);
  };
  expect([await asked(other.owner), await asked(owner)]).toMatchObject([[], [{ paymentId }]]);
  const surveyor = await app.staffWith(['applications:view', 'applications:view-all']);
  expect((await pageOf(surveyor, id)).atBank).toBeNull();
  expect((await listOf(await app.staff('admin'))).atBank).toEqual([]);
});

test('while it is on hold nothing is asked of the applicant and no day is named; they are told at the hold and when it goes on', async () => {
  const { owner, id } = await toPay();
  const as = await app.staff('reviewer');
  const { version, expiresOn } = await pageOf(owner, id);
  expect(expiresOn).not.toBeNull();
  const told = async () =>
    [
      ...(await all<{ what: string }>(
        app.owner.db,
        sql`select split_part(event, ':', 1) as what from platform.outbox
          where event like ${`application.%:${id}:%`} and event ~ '(held|resumed)' order by id`,
      )),
      ...(await all<{ what: string }>(
        app.owner.db,
        sql`select kind as what from platform.notices where user_id = ${owner.userId} and kind ~ '(held_back|resumed)' order by id`,
      )),
    ].map(({ what }) => what);
  const held = await app.call(applications.holdApplication, {
    ...{ as, body: { applicationId: id, version, remark: 'The road is being built' } },
  });
  expect(await told()).toEqual(['application.held', 'applications.held_back']);
  expect(await homeOf(owner)).toMatchObject([{ id, isHeld: true, toPayMinor: 0, expiresOn: null }]);
  expect((await pageOf(owner, id)).expiresOn).toBeNull();
  expect((await listOf(owner)).items).toMatchObject([{ id, expiresOn: null }]);
  expect((await pageOf(as, id)).expiresOn).toBe(expiresOn);
  const payable = await app.call(getPayable, { as: owner, query: { applicationId: id } });
  expect([payable.closed?.because, payable.dueMinor]).toEqual(['HELD', 0]);
  expect((await app.call(myPayables, { as: owner })).items).toEqual([]);
  await app.call(applications.resumeApplication, {
    ...{ as, body: { applicationId: id, version: held.version, remark: 'The road is done' } },
  });
  expect(await told()).toEqual([
    ...['application.held', 'application.resumed'],
    ...['applications.held_back', 'applications.resumed'],
  ]);
  expect((await pageOf(owner, id)).expiresOn).toBe(expiresOn);
  expect((await homeOf(owner))[0]?.toPayMinor).toBeGreaterThan(0);
});

test.each([
  ['reject', 'reviewer'],
  ['revise-survey', 'engineer'],
  ['withdraw', 'admin'],
] as const)(
  'who takes the demand note away (%s) while the bank has a payment is asked, and the log says that they knew',
  async (action, role) => {
    const { owner, id, dueMinor } = await toPay();
    const as = await app.staff(role);
    const act = async (more: { despitePayment?: boolean; version?: number } = {}) => {
      const { version } = await pageOf(as, id);
      return { as, body: { applicationId: id, version, action, remark: 'no pipe in this road', ...more } };
    };
    const { id: paymentId } = await app.call(contract.payDemandNote, {
      ...{ as: owner, body: { applicationId: id, amountMinor: dueMinor, tender: { method: 'GATEWAY' } } },
    });
    await app.call(gateway.openOrder, { as: owner, body: { paymentId } });
    const refusal = await app.refused(applications.updateState, await act());
    expect([refusal.status, refusal.code, refusal.params]).toEqual([
      ...[409, 'applications.payment_at_bank', { amountMinor: dueMinor }],
    ]);
    // What the step itself refuses is told first.
    expect(await app.codeOf(applications.updateState, await act({ version: 1 }))).toBe(
      'common.stale_version',
    );
    expect((await pageOf(as, id)).state).toBe('READY_TO_PAY');
    await app.call(applications.updateState, await act({ despitePayment: true }));
    const [logged] = await all<{ after: Record<string, unknown> }>(
      app.db,
      sql`select after from platform.audit where object_id = ${id} and action = ${`application.${action}`}`,
    );
    expect(logged?.after).toMatchObject({ despitePayment: true });
  },
);

test('who takes the note away without such a payment is not asked, nor is the applicant', async () => {
  const reviewer = await app.staff('reviewer');
  const quiet = await toPay();
  const body = async (id: string, as: Person) => ({
    applicationId: id,
    version: (await pageOf(as, id)).version,
  });
  await app.call(applications.updateState, {
    as: reviewer,
    body: { ...(await body(quiet.id, reviewer)), action: 'reject', remark: 'no pipe' },
  });
  const { owner, id, dueMinor } = await toPay();
  await app.call(contract.payDemandNote, {
    ...{ as: owner, body: { applicationId: id, amountMinor: dueMinor, tender: { method: 'GATEWAY' } } },
  });
  const own = { ...(await body(id, owner)), action: 'withdraw' as const };
  expect((await app.call(applications.updateState, { as: owner, body: own })).state).toBe('WITHDRAWN');
});

test('a demand note that is paid has its receipt in the list and in its file, for who may see payments and demand notes', async () => {
  const { owner, id, dueMinor } = await toPay();
  const [admin, cashier] = [await app.staff('admin'), await app.staff('cashier')];
  const words = ['applications:view', 'applications:view-all', 'demand-notes:view'] as const;
  const rowOf = async (as: Person) => (await listOf(as)).items.find((row) => row.id === id);
  expect(await rowOf(admin)).toMatchObject({ receiptId: null, receiptNumber: null });
  const paid = await app.call(contract.payDemandNote, {
    ...{ as: cashier, body: { applicationId: id, amountMinor: dueMinor, tender: { method: 'CASH' } } },
  });
  const receipt = { receiptId: paid.id, receiptNumber: paid.receiptNumber };
  expect(await rowOf(admin)).toMatchObject(receipt);
  expect(await rowOf(await app.staffWith([...words, 'payments:view']))).toMatchObject(receipt);
  const others = ['applications:view', 'applications:view-all', 'payments:view'] as const;
  for (const without of [words, others])
    expect(await rowOf(await app.staffWith([...without]))).toMatchObject({
      ...{ receiptId: null, receiptNumber: null },
    });
  expect(await rowOf(owner)).not.toHaveProperty('receiptId');
  const file = await app.server.inject({
    url: `/api/main${applications.listApplicationsDownload.path}`,
    query: { format: 'csv', columns: 'receiptNumber' },
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  expect(file.body).toContain(String(paid.receiptNumber));
  await app.call(contract.reversePayment, {
    ...{ as: admin, body: { paymentId: paid.id, reason: 'typed for somebody else' } },
  });
  expect(await rowOf(admin)).toMatchObject({ receiptId: null });
});
