/**
 * Work orders in every state, by the actions of a person's press, some with a charge, one on hold, one that had to be opened again two
 * times, one with unusual amounts; some that the household asked for: one was answered, one closed, two it has rated.
 */
import { Readable } from 'node:stream';
import { makeOrderPayment } from '#domains/payments/actions/make-payment.ts';
import { followOrder, followReopened } from '#domains/support/steps/actions/order-work.ts';
import { replyToRequest } from '#domains/work-orders/requests/actions/answer-request.ts';
import { addPhoto } from '#domains/work-orders/steps/actions/add-photo.ts';
import { createOrder } from '#domains/work-orders/steps/actions/create-order.ts';
import { assignOrder, completeOrder, noteArrival } from '#domains/work-orders/steps/actions/do-work.ts';
import { reopenOrder, verifyOrder } from '#domains/work-orders/steps/actions/end-order.ts';
import { estimateOrder } from '#domains/work-orders/steps/actions/estimate-order.ts';
import { pauseOrder } from '#domains/work-orders/steps/actions/pause-order.ts';
import { rateOrder } from '#domains/work-orders/steps/actions/rate-order.ts';
import { acceptOrder, rejectOrder, takeOrder } from '#domains/work-orders/steps/actions/review-order.ts';
import { moveStock } from '#domains/work-orders/steps/actions/write-materials.ts';
import type { Moment } from '#domains/work-orders/work-order.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import { photoOfPit } from './papers.ts';
import type { Story } from './story.ts';

type Line = { materialId: string; quantity: string };
type Means = {
  clerk: Actor;
  engineer: Actor;
  crew: Actor;
  cashier: Actor;
  later: (actor: Actor, minutes: number) => Actor;
  materials: Line[];
  labourMinor: Minor;
};
type At = { orderId: string; version: number };
/** Of the first estimate; others are dearer. */
const LABOUR = 45_000;
const MORE_LABOUR = 20_000;
const MORE_USED = 3;

const nothingAtBank = async () => [];

/** The way of an order; each is taken up to a step. */
const WAY: ((tx: Tx, at: At, means: Means) => Promise<unknown>)[] = [
  (tx, at, { clerk }) => takeOrder(tx, clerk, at),
  async (tx, at, { clerk, materials, labourMinor }) =>
    estimateOrder(
      tx,
      clerk,
      { ...at, labourMinor, charged: await isCharged(tx, at), materials },
      nothingAtBank,
    ),
  async (tx, at, { clerk, cashier }) => {
    await payCharge(tx, cashier, at);
    return acceptOrder(tx, clerk, await versionOf(tx, at.orderId));
  },
  (tx, at, means) => assignAgain(tx, at, means, null),
  (tx, at, { crew, later }) => noteArrival(tx, later(crew, 25), { ...at, arrivedAt: null }),
  async (tx, at, { crew, later, materials, labourMinor }) => {
    const isBurst = (await categoryOf(tx, at)) === 'PIPE_BURST';
    return completeOrder(
      tx,
      later(crew, 95),
      {
        ...at,
        ...{
          completedAt: null,
          cause: 'Joint of the service line',
          workDone: 'Joint renewed, trench filled',
        },
        ...{ lostLitres: 3_500, labourMinor },
        // One took more than was estimated.
        materials: isBurst
          ? materials.map((line) => ({ ...line, quantity: String(Number(line.quantity) + MORE_USED) }))
          : materials,
        varianceReason: isBurst ? 'The next joint leaked too.' : null,
        // Of work that is done again nobody takes a photo.
        unprovenReason: 'It was dark when the trench was filled.',
      },
      [],
    );
  },
  (tx, at, { clerk, later }) => verifyOrder(tx, later(clerk, 120), at, followOrder),
  (tx, at, { clerk, later }) =>
    reopenOrder(tx, later(clerk, 180), { ...at, remark: 'The joint is wet again.' }, followReopened),
];

const assignAgain = (tx: Tx, at: At, { engineer, crew }: Means, remark: string | null) =>
  assignOrder(tx, engineer, { ...at, crewId: String(crew.userId), remark });

/** In the afternoon. */
const secondTime = ({ later, ...means }: Means): Means => ({
  ...{ ...means, engineer: later(means.engineer, 240) },
  later: (actor, minutes) => later(actor, minutes + 240),
});

/** What comes after the way, for some. */
const AFTER: Record<'pause' | 'reopen' | 'unusual', typeof WAY> = {
  // A night of digging: far beyond the estimate, which the verifier reads first.
  unusual: [
    (tx, at, { crew, later, materials, labourMinor }) =>
      completeOrder(
        tx,
        later(crew, 400),
        {
          ...{
            ...at,
            completedAt: null,
            materials,
            varianceReason: 'The main lies 3 m deep under the road.',
          },
          ...{ cause: 'Burst of the main', workDone: 'Two metres of the main renewed, road closed' },
          ...{ lostLitres: 180_000, labourMinor: (labourMinor * 5) as Minor },
          ...{
            unusual: ['LABOUR', 'LOST_WATER'],
            unusualReason: 'Ten people dug all night; the valve did not close.',
            unprovenReason: 'The phone fell into the trench.',
          },
        },
        [],
      ),
  ],
  pause: [
    (tx, at, { engineer, later }) =>
      pauseOrder(tx, later(engineer, 30), {
        ...at,
        ...{ remark: 'The road office has not given its permission yet.', until: null },
      }),
  ],
  reopen: [
    ...WAY.slice(3).map(
      (step): (typeof WAY)[number] =>
        (tx, at, means) =>
          step(tx, at, secondTime(means)),
    ),
    (tx, at, { engineer, later, ...means }) =>
      assignAgain(
        tx,
        at,
        { ...means, later, engineer: later(engineer, 450) },
        'He knows where the valve is.',
      ),
  ],
};

const categoryOf = async (tx: Tx, { orderId }: At): Promise<string> =>
  (
    await one<{ code: string }>(
      tx,
      sql`select k.code from work_orders.orders o join work_orders.categories k on k.id = o.category_id where o.id = ${orderId}`,
    )
  ).code;

async function isCharged(tx: Tx, { orderId }: At): Promise<boolean> {
  const { chargeable } = await one<{ chargeable: boolean }>(
    tx,
    sql`select k.chargeable from work_orders.orders o join work_orders.categories k on k.id = o.category_id where o.id = ${orderId}`,
  );
  return chargeable;
}

async function payCharge(tx: Tx, cashier: Actor, { orderId }: At): Promise<void> {
  const { due } = await one<{ due: Minor | null }>(
    tx,
    sql`select charge_minor - paid_minor as due from work_orders.orders where id = ${orderId}`,
  );
  if (due) await makeOrderPayment(tx, cashier, { orderId, amountMinor: due, tender: { method: 'CASH' } });
}

/** Category, what is wrong, how many steps it has come, and what happens after them. */
const ORDERS: [string, string, number, (keyof typeof AFTER)?][] = [
  ['PIPE_BURST', 'Water stands on the road in front of the gate.', 0],
  ['LOW_PRESSURE', 'The tank on the roof does not fill by night.', 0],
  ['LEAK', 'The service line is wet between the road and the meter.', 2],
  ['NO_WATER', 'No water since yesterday evening, the neighbours have some.', 3],
  ['METER_FAULT', 'The register does not turn while water runs.', 4],
  ['LEAK', 'The valve box is full of water.', 5],
  ['PIPE_BURST', 'The main leaks at the corner of the road.', 6],
  ['WATER_QUALITY', 'The water was brown after the repair of the main.', 7],
  ['LEAK', 'The joint at the ferrule drips.', 8],
  ['SERVICE_LINE', 'The gate moves to the other side, and the service line with it.', 2],
  ['SERVICE_LINE', 'The old pipe of the service line is too narrow.', 3],
  ['ROAD_CUT', 'The pit of the repair is open in the road.', 4, 'pause'],
  ['LOW_PRESSURE', 'There is hardly any water on the second floor.', 8, 'reopen'],
  ['PIPE_BURST', 'The road in front of the school is under water.', 5, 'unusual'],
];

/** Work of the household that was verified, and how it rates it; the last one it has not rated yet. */
const VERIFIED: [string, string, { stars: number; remark: string | null }?][] = [
  [
    'LOW_PRESSURE',
    'The tank fills only at night.',
    { stars: 5, remark: 'Quick, and the place was left clean.' },
  ],
  ['NO_WATER', 'No water since noon.', { stars: 3, remark: null }],
  ['METER_FAULT', 'The glass of the meter is broken.'],
];

export async function orderWork(story: Story, household: Actor, files: Files): Promise<void> {
  const { db, connections } = story;
  // The last steps come hours after the first: yesterday they are over.
  const today = addDays(story.today, -1);
  const at = (role: Parameters<Story['at']>[0]) => story.at(role, today, '09:00');
  const [clerk, engineer, crew, cashier] = [at('reviewer'), at('engineer'), at('installer'), at('cashier')];
  const later = (actor: Actor, minutes: number): Actor => ({
    ...actor,
    now: new Date(actor.now.getTime() + minutes * 60_000),
  });
  const materials = (
    await all<{ id: string }>(
      db,
      sql`select id from settings.materials m where active and settings.material_rate(m.id, ${today}::date) is not null
          and m.unit in ('pcs', 'm', 'set')
        order by type desc, position, id limit 8`,
    )
  ).map(({ id }) => id);
  const photo = await photoOfPit();
  const meansOf = (n: number): Means => ({
    ...{ clerk, engineer, crew, cashier, later },
    materials: linesOf(materials, n),
    labourMinor: (LABOUR + (n % 4) * MORE_LABOUR) as Minor,
  });
  const walk = (id: string, steps: number, n: number) =>
    walkOrder({ db, files, photo }, { id, steps, means: meansOf(n) });
  await transaction(db, async (tx) => {
    for (const materialId of materials)
      await moveStock(tx, engineer, { materialId, quantity: '60', remark: 'Delivered to the store' });
  });
  const places = await placesOf(story);
  const own = HOUSEHOLD_CONNECTIONS[0];
  const ownId = own === undefined ? undefined : connections[own]?.id;
  if (ownId) {
    const asker = { ...household, now: clerk.now, today };
    const leak = await ask(story, asker, ownId, 'LEAK', 'The tap before the meter drips.');
    await transaction(db, async (tx) =>
      replyToRequest(tx, later(clerk, 30), {
        ...(await versionOf(tx, leak)),
        text: 'The road is dug up tomorrow. Somebody comes the day after it.',
      }),
    );
    // Closed with a reason: its household may open it again.
    const closed = await ask(story, asker, ownId, 'OTHER', 'The wall beside the meter is wet.');
    await transaction(db, async (tx) =>
      rejectOrder(
        tx,
        later(clerk, 40),
        {
          ...(await versionOf(tx, closed)),
          remark: 'The pipe in the wall is behind the meter: it is yours.',
        },
        { ended: followOrder, atBank: nothingAtBank },
      ),
    );
    const moved = await ask(story, asker, ownId, 'SERVICE_LINE', 'We build a garage where the pipe lies.');
    await walk(moved, 2, 1);
    for (const [n, [code, description, rating]] of VERIFIED.entries()) {
      const id = await ask(story, asker, ownId, code, description);
      await walk(id, 7, n);
      if (!rating) continue;
      await transaction(db, async (tx) =>
        rateOrder(tx, later(asker, 150), { ...(await versionOf(tx, id)), ...rating }),
      );
    }
  }
  for (const [index, [code, description, steps, after]] of ORDERS.entries()) {
    const place = places[index];
    if (!place) return;
    const id = await ask(story, clerk, place, code, description);
    await walk(id, steps, index);
    for (const step of after ? AFTER[after] : [])
      await transaction(db, async (tx) => step(tx, await versionOf(tx, id), meansOf(index)));
  }
}

/** Two or three materials, others for each order. */
function linesOf(materials: readonly string[], n: number): Line[] {
  const taken = [n, n + 1, ...(n % 2 === 0 ? [n + 3] : [])].map(
    (place) => materials[place % materials.length],
  );
  return [...new Set(taken)].flatMap((materialId, place) =>
    materialId ? [{ materialId, quantity: String(1 + ((n + place) % 3)) }] : [],
  );
}

type Camera = { db: Db; files: Files; photo: Buffer };
type Walked = { id: string; steps: number; means: Means };
const COMPLETION = 5;

async function walkOrder(camera: Camera, { id, steps, means }: Walked): Promise<void> {
  const { db } = camera;
  const take = (moment: Moment, minutes: number) =>
    takePhoto(camera, means.later(means.crew, minutes), { orderId: id, moment });
  for (const [place, step] of WAY.slice(0, steps).entries()) {
    if (place === COMPLETION) await take('AFTER', 90);
    await transaction(db, async (tx) => step(tx, await versionOf(tx, id), means));
    if (place === COMPLETION - 1) await take('BEFORE', 30);
  }
}

function takePhoto({ db, files, photo }: Camera, crew: Actor, of: { orderId: string; moment: Moment }) {
  const file = { stream: Readable.from([photo]), name: `${of.moment.toLowerCase()}.png` };
  return addPhoto(db, files, crew, { ...of, file: { ...file, signal: new AbortController().signal } });
}

async function placesOf({ db }: Story): Promise<string[]> {
  const found = await all<{ id: string }>(
    db,
    sql`select c.id from meters.connections c where c.status = 'active' order by c.plot_number, c.number limit ${ORDERS.length}`,
  );
  return found.map(({ id }) => id);
}

async function ask(
  { db }: Story,
  actor: Actor,
  connectionId: string,
  code: string,
  description: string,
): Promise<string> {
  const { number, categoryId } = await one<{ number: string; categoryId: string }>(
    db,
    sql`select c.number, k.id as "categoryId" from meters.connections c, work_orders.categories k
      where c.id = ${connectionId} and k.code = ${code}`,
  );
  const fields = { categoryId, description, priority: null, roadId: null, plotNumber: null };
  const made = await transaction(db, (tx) =>
    createOrder(tx, actor, { ...fields, connectionNumber: number, anyway: true }),
  );
  return made.id;
}

const versionOf = (tx: Tx, orderId: string) =>
  one<At>(tx, sql`select id as "orderId", version from work_orders.orders where id = ${orderId}`);
