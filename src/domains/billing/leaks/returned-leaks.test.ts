/** A leak that the second person gives back: the office reads why, and goes on from the answer that was not given. */
import { expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import * as contract from './contract.ts';
import { leakOffice, ruleOfLeaks } from './factory.ts';

const { app, ready, credit, approval, get, household, decider, second } = await leakOffice();
await ruleOfLeaks(app, { aloneUpToMinor: null });

const noticesOf = async (id: string) => {
  const { items } = await app.call(listNotices, { as: decider, query: {} });
  return items.filter(({ kind, path }) => kind === 'leaks.returned' && path === `/billing/leaks/${id}`);
};

test('reason, person and day are kept with the answer, for the office only; the notice has the reason; the next return takes their place', async () => {
  const { id, number } = await ready();
  await app.call(contract.creditLeak, await credit(id));
  expect(await get(id)).toMatchObject({ returnedReason: null, returnedBy: null, returnedAt: null });
  await app.call(contract.approveLeak, await approval(id, false, 'The paper of the plumber is missing'));
  const name = (await get(id, second)).returnedBy;
  expect(name).toBeTruthy();
  const first = {
    ...{ returnedReason: 'The paper of the plumber is missing', returnedBy: name },
    ...{ returnedAt: app.clock.now().toISOString(), returnedAnswer: 'It was a leak.' },
  };
  expect(await get(id)).toMatchObject({ state: 'OPEN', answer: null, ...first });
  expect((await noticesOf(id)).map(({ params }) => params)).toEqual([
    { number, reason: 'The paper of the plumber is missing' },
  ]);
  const none = { returnedReason: null, returnedBy: null, returnedAt: null, returnedAnswer: null };
  expect(await get(id, household)).toMatchObject(none);

  const again = await credit(id);
  await app.call(contract.creditLeak, { ...again, body: { ...again.body, answer: 'The pipe was broken.' } });
  expect(await get(id)).toMatchObject({ state: 'WAITING', answer: 'The pipe was broken.', ...first });
  await app.call(contract.approveLeak, await approval(id, false, 'Still no paper'));
  expect(await get(id)).toMatchObject({
    returnedReason: 'Still no paper',
    returnedAnswer: 'The pipe was broken.',
  });
  expect(await noticesOf(id)).toHaveLength(2);
});

test('the database keeps it: nothing but giving back writes it, and with the answer as it was', async () => {
  const { id } = await ready();
  await app.call(contract.creditLeak, await credit(id));
  const back = sql`state = 'OPEN', decided_by = null, decided_by_name = null, decided_at = null, answer = null, use_litres = null, bill_days = null,
    usual = null, usual_basis = null, usual_litres = null, usual_days = null, base_litres = null, excess_litres = null, share_percent = null,
    most_litres = null, forgiven_litres = null, back_on = null, back_days = null, back_litres = null, back_percent = null, amount_minor = null,
    needs_second = null`;
  const returned = (answer: string) =>
    sql`returned_reason = 'x', returned_by = uuidv7(), returned_by_name = 'x', returned_at = now(), returned_answer = ${answer}`;
  const ended = sql`state = 'WITHDRAWN', ended_at = now(), ended_on = current_date`;
  const refused = async (set: ReturnType<typeof sql>) =>
    expect(execute(app.db, sql`update billing.leaks set ${set} where id = ${id}`)).rejects.toMatchObject({
      constraint: 'leaks_frozen',
    });
  await refused(back);
  await refused(sql`${back}, ${returned('Another answer')}`);
  await refused(sql`${ended}, ${returned('It was a leak.')}`);
  await app.call(contract.approveLeak, await approval(id, false, 'No paper'));
  await refused(sql`${ended}, returned_reason = 'Another reason'`);
});
