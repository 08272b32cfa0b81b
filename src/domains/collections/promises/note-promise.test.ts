/** Promises to pay, over HTTP: noted, shown beside what is due, and refused. */
import { expect, test } from 'vitest';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { ageing } from '../ageing/contract.ts';
import { MOST_DAYS_OF_PROMISE, notePromise } from './contract.ts';

const app = await testApp();
const clerk = await app.staffWith(['collections:view', 'collections:promise']);
const { today } = app.system();
const debtor = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
const note = (promisedOn: string, id = debtor.connectionId) => ({
  as: clerk,
  params: { id },
  body: { promisedOn, remark: 'The owner, on the phone' },
});
const promises = () =>
  one<{ count: number }>(app.db, sql`select count(*) as count from collections.promises`);

test('the newest promise is beside what is due, and the log says who noted it', async () => {
  await app.call(notePromise, note(addDays(today, 5)));
  await app.call(notePromise, note(today));
  await app.call(notePromise, note(addDays(today, MOST_DAYS_OF_PROMISE)));
  const { items } = await app.call(ageing, { as: clerk, query: { search: debtor.number } });
  expect(items.map(({ promisedOn }) => promisedOn)).toEqual([addDays(today, MOST_DAYS_OF_PROMISE)]);
  expect(
    await all(
      app.db,
      sql`select object, object_id as id, actor_id as "actorId", after, reason from platform.audit where action = 'promise.note' and after ->> 'promisedOn' = ${addDays(today, 5)}`,
    ),
  ).toEqual([
    {
      ...{ object: 'connection', id: debtor.connectionId, actorId: clerk.userId },
      ...{ after: { promisedOn: addDays(today, 5) }, reason: 'The owner, on the phone' },
    },
  ]);
});

test('a day that is over, one that is too far, an unknown connection and one that owes nothing are refused', async () => {
  const before = await promises();
  const paid = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  await execute(
    app.owner.db,
    sql`update billing.invoices set settled_minor = total_minor where connection_id = ${paid.connectionId}`,
  );
  const refusals = await Promise.all([
    app.refused(notePromise, note(addDays(today, -1))),
    app.refused(notePromise, note(addDays(today, MOST_DAYS_OF_PROMISE + 1))),
    app.refused(notePromise, note(today, '00000000-0000-4000-8000-000000000000')),
    app.refused(notePromise, note(today, paid.connectionId)),
  ]);
  expect(refusals.map(({ code }) => code)).toEqual([
    ...[
      'collections.promise_past',
      'collections.promise_far',
      'common.not_found',
      'collections.nothing_open',
    ],
  ]);
  expect(refusals[1]?.params).toEqual({ day: addDays(today, MOST_DAYS_OF_PROMISE) });
  expect(await promises()).toEqual(before);
});
