/** An owner changes while a ticket about the connection is open: it stays with who wrote it, and its agent is told. */
import { expect, test } from 'vitest';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { getOrder } from '#domains/work-orders/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeDesk } from './factory-calls.ts';
import { getTicket } from './get-ticket.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const desk = await makeDesk(app);
const office = await makeOffice(app);
const { agent } = desk;

test("a ticket under way: the former owner keeps it, the new one never sees it, work after that day is the new one's", async () => {
  const seller = await app.consumer('Rahima Khatun');
  const buyer = await app.consumer('Shirin Akhter');
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${buyer.consumerId}`,
  );
  const connection = await desk.connect({ consumerId: String(seller.consumerId) });
  const about = { applicationId: connection.id };
  const open = await desk.ticket({ by: seller, upTo: 'IN_PROGRESS', more: about });
  const free = await desk.ticket({ by: seller, more: about });
  const over = await desk.ticket({ by: seller, upTo: 'RESOLVED', more: about });
  const elsewhere = await desk.ticket({ by: seller });

  const { id, number: request } = await office.request({ connection, upTo: 'READY_TO_APPROVE', phone });
  const { successorNumber } = await office.accept(id);

  const staff = await desk.see(agent, open.id);
  expect(staff.notes).toMatchObject([{ kind: 'OWNER_CHANGED', facts: { successor: successorNumber } }]);
  expect(staff.state).toBe('IN_PROGRESS');
  expect((await desk.see(agent, free.id)).notes).toHaveLength(1);
  for (const untouched of [over, elsewhere]) expect((await desk.see(agent, untouched.id)).notes).toEqual([]);
  const told = await all<{ number: string }>(
    app.db,
    sql`select params ->> 'number' as number from platform.notices where user_id = ${agent.userId} and kind = 'support.owner_changed'`,
  );
  expect(told).toEqual([{ number: open.number }]);
  const written = await all<{ id: string; object: string; after: object }>(
    app.owner.db,
    sql`select object_id as id, object, after from platform.audit where action = 'ticket.owner-changed'`,
  );
  expect(new Map(written.map(({ id, ...entry }) => [id, entry]))).toEqual(
    new Map(
      [open, free].map((ticket) => [
        ticket.id,
        {
          object: 'ticket',
          after: { number: ticket.number, request, successor: successorNumber, on: app.system().today },
        },
      ]),
    ),
  );

  // The new owner: nothing of it, by no call.
  expect((await app.call(contract.listTickets, { as: buyer, query: {} })).total).toBe(0);
  expect(await app.codeOf(contract.getTicket, { as: buyer, query: { ticketId: open.id } })).toBe(
    'common.not_found',
  );
  expect(await app.codeOf(steps.replyToTicket, { as: buyer, body: await desk.replying(open.id) })).toBe(
    'common.not_found',
  );

  // The former one reads and writes on, without a word of the change.
  await desk.reply(seller, open.id, { text: 'Is somebody coming?' });
  const own = await desk.see(seller, open.id);
  expect(own).toMatchObject({ notes: [], connection: { number: connection.number, isClosed: true } });
  expect(JSON.stringify(own)).not.toContain(successorNumber);
  expect(own.timeline.map(({ action }) => action)).not.toContain('owner-changed');

  // Work at the place is at the connection that goes on: the new owner's, without what the former one wrote.
  expect(
    await desk.codeOf(steps.orderFromTicket, agent, open.id, await desk.work({ connectionNumber: '' })),
  ).toBe('work-orders.connection_closed');
  const work = await desk.work({ connectionNumber: successorNumber, description: 'The valve of Rahima' });
  const { orderId } = await desk.step(steps.orderFromTicket, agent, open.id, work);
  expect(await app.call(getOrder, { as: buyer, params: { id: orderId } })).toMatchObject({
    ...{ description: '', ticket: null, askedBy: '' },
  });
  expect((await desk.see(seller, open.id)).orders).toEqual([]);
  // Under the program's own role too, which row-level security does not limit.
  const alone = { ...app.actorOf(seller), permissions: new Set<Permission>(['work-orders:view']) };
  expect((await getTicket(app.db, alone, open.id)).orders).toEqual([]);
  expect(await app.codeOf(getOrder, { as: seller, params: { id: orderId } })).toBe('common.not_found');
  expect((await desk.see(agent, open.id)).orders.map((order) => order.id)).toEqual([orderId]);
});
