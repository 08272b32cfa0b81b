/** A hold stops the clock of the desk that has the application: it is not late meanwhile, and has as much time left afterwards. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { getApplication, holdApplication, resumeApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { listNoc } from './contract.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });

test('a desk is not late during a hold, and has as much time left afterwards', async () => {
  const made = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const row = async () => {
    const as = await app.staff('rajukSAE');
    const { items } = await app.call(listNoc, { as, query: { desk: 'mine', limit: 100 } });
    const late = await app.call(listNoc, { as, query: { overdue: true, limit: 100 } });
    const found = items.find(({ id }) => id === made.id);
    return {
      due: found?.deskDueAt ? new Date(found.deskDueAt).getTime() : 0,
      overdue: found?.overdue,
      isListed: late.items.some(({ id }) => id === made.id),
    };
  };
  const step = async (call: typeof holdApplication | typeof resumeApplication) => {
    // A session ends by itself while the clock is moved.
    const as = await app.staff('admin');
    const { version } = await app.call(getApplication, { as, params: { id: made.id } });
    await app.call(call, { as, body: { applicationId: made.id, version, remark: 'Court order' } });
  };
  const { due } = await row();
  await step(holdApplication);
  app.clock.set(at('2026-12-15', '10:00'));
  expect(await row()).toMatchObject({ overdue: false, isListed: false });
  await step(resumeApplication);
  const later = await row();
  expect(later).toMatchObject({ overdue: false, isListed: false });
  // The same days of work as before: from a Tuesday instead of a Sunday, so days off may be between.
  const days = (later.due - due) / 86_400_000;
  expect([30, 32]).toContain(days);
  app.clock.set(at('2027-01-20', '10:00'));
  expect(await row()).toMatchObject({ overdue: true, isListed: true });
});
