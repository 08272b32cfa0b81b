/** What a desk writes for the applicant reaches their page and their bell; what it writes for itself reaches neither. */
import { beforeAll, expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication, getTimeline } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { createDesk, decideNoc, remarkNoc } from './contract.ts';
import { deskCall } from './factory-desks.ts';

const app = await testApp();
const admin = await app.staff('admin');
const desks = { rajukSAE: await app.staff('rajukSAE'), rajukPD: await app.staff('rajukPD') };

beforeAll(async () => {
  for (const [index, roleCode] of (['rajukSAE', 'rajukAE', 'rajukPM', 'rajukPD'] as const).entries()) {
    const active = roleCode === 'rajukSAE' || roleCode === 'rajukPD';
    const body = { roleCode, name: roleCode, position: index + 1, active };
    await app.call(createDesk, await deskCall(app, admin, body));
  }
});

async function subject() {
  const owner = await app.consumer();
  const { id } = await makeApplication(app, {
    upTo: 'WAITING_FOR_REVIEW',
    consumerId: String(owner.consumerId),
  });
  const approve = async (as: Person, more: { remark?: string; shared?: boolean }) => {
    const { version } = await app.call(getApplication, { as, params: { id } });
    await app.call(decideNoc, { as, params: { id }, body: { version, decision: 'approve', ...more } });
  };
  /** All that the applicant can read: the page, what happened, the bell. */
  const reads = async () => ({
    page: (await app.call(getApplication, { as: owner, params: { id } })).remarks.map(({ text }) => text),
    history: (await app.call(getTimeline, { as: owner, query: { applicationId: id } })).items.flatMap(
      ({ remark }) => remark ?? [],
    ),
    bell: await all<{ path: string }>(
      app.db,
      sql`select path from platform.notices where user_id = ${owner.userId} and kind = 'applications.remark'`,
    ),
  });
  return { id, owner, approve, reads };
}

test('with the tick: of a desk in between, of the last one, and a remark alone', async () => {
  const { id, approve, reads } = await subject();
  const path = `/customer/new-connections/${id}`;
  const remark = { remark: 'Bring the deed.', shared: true };
  await app.call(remarkNoc, { as: desks.rajukSAE, params: { id }, body: remark });
  expect(await reads()).toEqual({
    page: ['Bring the deed.'],
    history: ['Bring the deed.'],
    bell: [{ path }],
  });
  await approve(desks.rajukSAE, { remark: 'Keep one metre from the drain.', shared: true });
  await approve(desks.rajukPD, { remark: 'Dig only at night.', shared: true });
  const { page, history, bell } = await reads();
  expect(page).toEqual(['Bring the deed.', 'Keep one metre from the drain.', 'Dig only at night.']);
  expect(history).toEqual(['Dig only at night.', 'Bring the deed.']);
  expect(bell).toEqual([{ path }, { path }, { path }]);
});

test('without it nothing of what the desks wrote, the last one neither', async () => {
  const { id, owner, approve, reads } = await subject();
  await app.call(remarkNoc, {
    as: desks.rajukSAE,
    params: { id },
    body: { remark: 'Thin file.', shared: false },
  });
  await approve(desks.rajukSAE, { remark: 'Ask the surveyor.' });
  await approve(desks.rajukPD, { remark: 'The road is ours.', shared: false });
  expect(await reads()).toEqual({ page: [], history: [], bell: [] });
  // That it was approved is the applicant's news all the same.
  const { items } = await app.call(getTimeline, { as: owner, query: { applicationId: id } });
  expect(items[0]).toMatchObject({ action: 'noc-approve', remark: null });
  const seen = await app.call(getTimeline, { as: admin, query: { applicationId: id } });
  expect(seen.items[0]?.remark).toBe('The road is ours.');
});

test('a tick without a remark tells nobody of one', async () => {
  const { approve, reads } = await subject();
  await approve(desks.rajukSAE, { shared: true });
  expect(await reads()).toEqual({ page: [], history: [], bell: [] });
});
