/** What a step must leave as it is: the day of a NoC on paper, papers that were replaced, applications in the archive. */
import { expect, test } from 'vitest';
import { deleteUser } from '#domains/identity/users/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { addDocumentTo, makeApplication } from '../factory.ts';
import { decideNoc } from '../noc/actions/decide-noc.ts';
import * as review from '../review/contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const reviewer = await app.staff('reviewer');

const versionOf = async (id: string) =>
  (await app.call(contract.getApplication, { as: admin, params: { id } })).version;

test('number and day of a NoC on paper stay when the desks approve after it', async () => {
  const made = await makeApplication(app, { upTo: 'PENDING' });
  const { documents } = await app.call(contract.getApplication, { as: reviewer, params: { id: made.id } });
  const noted = await app.call(review.updateNoc, {
    as: reviewer,
    body: {
      ...{ applicationId: made.id, version: made.version, documentId: String(documents[0]?.id) },
      ...{ nocNumber: 'RAJUK/2025/77', nocDate: '2025-05-05', nocValidUntil: '2027-05-05' },
    },
  });
  const body = { applicationId: made.id, version: noted.version };
  await app.call(review.acceptApplication, { as: reviewer, body });
  const chain = await all<{ role: string }>(
    app.db,
    sql`select role_code as role from applications.noc_steps where application_id = ${made.id} order by position`,
  );
  for (const { role } of chain) {
    const version = await versionOf(made.id);
    const desk = { ...app.system(), kind: 'staff' as const, name: role, role };
    const permissions = new Set(['noc:view', 'noc:decide'] as const);
    await transaction(app.db, (tx) =>
      decideNoc(tx, { ...desk, permissions }, { applicationId: made.id, version, decision: 'approve' }),
    );
  }
  const noc = await one(
    app.db,
    sql`select state, noc_number as number, noc_date as day, noc_valid_until as until
      from applications.applications where id = ${made.id}`,
  );
  expect(noc).toEqual({
    state: 'WAITING_FOR_METER_NUMBER',
    number: 'RAJUK/2025/77',
    day: '2025-05-05',
    until: '2027-05-05',
  });
});

test('a correction returns the paper in force; the one that it replaced stays replaced', async () => {
  const { id } = await makeApplication(app, { upTo: 'RECORRECTION' });
  const office = { ...app.actorOf(admin), permissions: app.system().permissions, kind: 'system' as const };
  await transaction(app.db, (tx) => addDocumentTo({ app, tx }, office, id, 'allotment_letter'));
  const resubmit = { as: admin, params: { id }, body: { version: await versionOf(id) } };
  await app.call(review.resubmitApplication, resubmit);
  const item = { part: 'document' as const, kind: 'allotment_letter' as const, remark: 'still blurred' };
  await app.call(review.askCorrection, {
    as: reviewer,
    body: { applicationId: id, version: await versionOf(id), remark: 'once more', items: [item] },
  });
  const papers = await all(
    app.db,
    sql`select version_no as version, state, remark from applications.documents
      where application_id = ${id} and kind = 'allotment_letter' order by version_no`,
  );
  expect(papers).toEqual([
    { version: 1, state: 'REPLACED', remark: 'blurred' },
    { version: 2, state: 'RETURNED', remark: 'still blurred' },
  ]);
  // No other kind was asked for.
  const returned = await all<{ kind: string }>(
    app.db,
    sql`select kind from applications.documents where application_id = ${id} and state = 'RETURNED'`,
  );
  expect(returned.map(({ kind }) => kind)).toEqual(['allotment_letter']);
});

test('who leaves hands over neither what is in the archive nor what was deleted', async () => {
  const [leaving, next] = [await app.staff('surveyor'), await app.staff('surveyor')];
  const assigned = async () => {
    const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
    const body = { applicationId: made.id, version: made.version, userId: leaving.userId };
    await app.call(contract.assignUser, { as: admin, body });
    return made.id;
  };
  const [open, archived, deleted] = [await assigned(), await assigned(), await assigned()];
  await execute(
    app.owner.db,
    sql`update applications.applications set archived_at = ${app.clock.now()} where id = ${archived}`,
  );
  await execute(
    app.owner.db,
    sql`update applications.applications set deleted_at = ${app.clock.now()} where id = ${deleted}`,
  );
  await app.call(deleteUser, {
    as: admin,
    params: { id: leaving.userId },
    body: { handOverTo: next.userId },
  });
  const moved = await all<{ id: string }>(
    app.db,
    sql`select id from applications.applications where assignee_id = ${next.userId}`,
  );
  expect(moved).toEqual([{ id: open }]);
});
