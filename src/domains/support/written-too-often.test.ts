/** A consumer does not flood the office: tickets and messages within a day have a limit; the office has none. */
import { expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeDesk } from './factory-calls.ts';
import * as steps from './steps/contract.ts';
import { MESSAGES_A_DAY, TICKETS_A_DAY } from './ticket.rules.ts';

const app = await testApp();
const desk = await makeDesk(app);

test('tickets of one day, two at once for the last, and again a day later; the office goes on', async () => {
  const { person, consumerId } = await desk.household();
  const body = await desk.fields();
  const write = (as = person, more: object = {}) =>
    app.codeOf(steps.createTicket, { as, body: { ...body, ...more } });
  for (let written = 1; written < TICKETS_A_DAY; written += 1) expect(await write()).toBeUndefined();
  const last = await Promise.all([write(), write()]);
  expect(last.toSorted()).toEqual(['support.asked_too_often', undefined]);
  expect(await app.refused(steps.createTicket, { as: person, body })).toMatchObject({
    params: { most: TICKETS_A_DAY },
    fields: [{ path: 'text' }],
  });
  expect(await write(desk.agent, { consumerId })).toBeUndefined();
  expect(await write((await desk.household()).person)).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update support.tickets set asked_at = asked_at - interval '1 day' where asked_by = ${person.userId}`,
  );
  expect(await write()).toBeUndefined();
});

test('of a ticket that nobody has, those who assign are told once a day; its agent is told of each message', async () => {
  const { person } = await desk.household();
  const { id } = await desk.ticket({ by: person });
  const told = async ({ userId }: typeof person) =>
    (
      await all(
        app.db,
        sql`select from platform.notices where user_id = ${userId} and kind = 'support.word' and path like ${`%${id}`}`,
      )
    ).length;
  for (let written = 0; written < 3; written += 1) await desk.reply(person, id);
  expect(await told(desk.lead)).toBe(1);
  await desk.assign(id, desk.agent);
  for (let written = 0; written < 2; written += 1) await desk.reply(person, id);
  expect([await told(desk.lead), await told(desk.agent)]).toEqual([1, 2]);
});

test('messages of one day in one ticket; the typed text is refused at its field, and the agent writes on', async () => {
  const { person } = await desk.household();
  const [one, other] = [await desk.ticket({ by: person }), await desk.ticket({ by: person })];
  await desk.assign(one.id, desk.agent);
  // The words of the ticket itself are the first message.
  for (let written = 1; written < MESSAGES_A_DAY; written += 1) await desk.reply(person, one.id);
  const refused = await app.refused(steps.replyToTicket, { as: person, body: await desk.replying(one.id) });
  expect(refused).toMatchObject({
    code: 'support.written_too_often',
    params: { most: MESSAGES_A_DAY },
    fields: [{ path: 'text' }],
  });
  await desk.reply(desk.agent, one.id);
  await desk.reply(person, other.id);
});
