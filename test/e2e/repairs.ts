/** Repairs that a household asked for, made without the screens. */
import { makeConnection } from '#domains/meters/factory.ts';
import { followOrder, followReopened } from '#domains/support/steps/actions/order-work.ts';
import { createOrder } from '#domains/work-orders/steps/actions/create-order.ts';
import { assignOrder, completeOrder, noteArrival } from '#domains/work-orders/steps/actions/do-work.ts';
import { reopenOrder, verifyOrder } from '#domains/work-orders/steps/actions/end-order.ts';
import { estimateOrder } from '#domains/work-orders/steps/actions/estimate-order.ts';
import { acceptOrder, takeOrder } from '#domains/work-orders/steps/actions/review-order.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { today } from './today.ts';
import { loginOf } from './town.ts';

export type Repair = { id: string; number: string; dueMinor: number };

/** Asked for by a household with an account, estimated, and not paid. */
export function makeRepair({ database }: Program, national: string): Promise<Repair> {
  const actor = systemActor(new Date(), today(), 'e2e');
  const words = { national, name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' };
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, words);
    const { roadId, userId, categoryId } = await one<{ roadId: string; userId: string; categoryId: string }>(
      tx,
      sql`select (select id from settings.roads order by id limit 1) as "roadId",
        (select id from identity.users where consumer_id = ${consumerId}) as "userId",
        (select id from work_orders.categories where code = 'SERVICE_LINE') as "categoryId"`,
    );
    const connection = await makeConnection(tx, actor, { consumerId, roadId });
    const household = { ...actor, kind: 'consumer' as const, role: 'consumer', name: words.name };
    const { id, number } = await createOrder(
      tx,
      { ...household, userId, consumerId },
      {
        ...{ categoryId, description: 'The gate moves, and the pipe with it', priority: null, anyway: false },
        ...{ connectionNumber: connection.number, roadId: null, plotNumber: null },
      },
    );
    const taken = await takeOrder(tx, actor, { orderId: id, version: 1 });
    const labourMinor = 85_000 as Minor;
    const charged = { orderId: id, version: taken.version, labourMinor, charged: true, materials: [] };
    await estimateOrder(tx, actor, charged, async () => []);
    const { dueMinor } = await one<{ dueMinor: number }>(
      tx,
      sql`select charge_minor as "dueMinor" from work_orders.orders where id = ${id}`,
    );
    return { id, number, dueMinor };
  });
}

type UpTo = 'ON_REVIEW' | 'ASSIGNED' | 'CLOSED';

/** A leak at a household's connection, which costs it nothing, with the crew of the town. */
export function makeRepairUpTo(
  { database }: Program,
  national: string,
  upTo: UpTo,
  { reopened = 0 } = {},
): Promise<{ id: string; number: string }> {
  const system = systemActor(new Date(), today(), 'e2e');
  const words = { national, name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' };
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, system, words);
    const found = await one<{ roadId: string; userId: string; categoryId: string; crewId: string }>(
      tx,
      sql`select (select id from settings.roads order by id limit 1) as "roadId",
        (select id from identity.users where consumer_id = ${consumerId}) as "userId",
        (select id from identity.users where email = ${loginOf('installer').login}) as "crewId",
        (select id from work_orders.categories where code = 'LEAK') as "categoryId"`,
    );
    const { roadId, userId, categoryId, crewId } = found;
    const connection = await makeConnection(tx, system, { consumerId, roadId });
    const household = { ...system, kind: 'consumer' as const, role: 'consumer', name: words.name };
    const crew = { ...system, userId: crewId };
    const order = await createOrder(
      tx,
      { ...household, userId, consumerId },
      {
        ...{ categoryId, description: 'The tap before the meter drips', priority: null, anyway: false },
        ...{ connectionNumber: connection.number, roadId: null, plotNumber: null },
      },
    );
    let at = { orderId: order.id, version: 1 };
    const take = async (step: Promise<{ version: number }>) => {
      at = { ...at, version: (await step).version };
    };
    const done = { cause: 'Old joint', workDone: 'Joint renewed', lostLitres: null, completedAt: null };
    const unprovenReason = 'made for a test';
    const work = async (last: boolean) => {
      await take(assignOrder(tx, system, { ...at, crewId }));
      if (last && upTo === 'ASSIGNED') return;
      await take(noteArrival(tx, crew, { ...at, arrivedAt: null }));
      const cost = { labourMinor: 50_000 as Minor, materials: [], varianceReason: null };
      await take(completeOrder(tx, crew, { ...at, ...done, ...cost, unprovenReason }, []));
      await take(verifyOrder(tx, system, at, followOrder));
    };
    await take(takeOrder(tx, system, at));
    if (upTo === 'ON_REVIEW') return order;
    await take(acceptOrder(tx, system, at));
    for (let nth = 0; nth < reopened; nth += 1) {
      await work(false);
      await take(reopenOrder(tx, system, { ...at, remark: 'It drips again' }, followReopened));
    }
    await work(true);
    return order;
  });
}
