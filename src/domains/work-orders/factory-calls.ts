/** What the tests of work orders call over HTTP: people, a place, an order up to a state. */
import { makeConnection } from '#domains/meters/factory.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';
import * as steps from './steps/contract.ts';
import * as store from './store/contract.ts';
import type { OrderState } from './work-order.rules.ts';

export type Yard = Awaited<ReturnType<typeof makeYard>>;
type UpTo = Extract<
  OrderState,
  'PENDING' | 'ON_REVIEW' | 'ACCEPTED' | 'ASSIGNED' | 'IN_PROGRESS' | 'COMPLETED' | 'CLOSED'
>;
type Wanted = { upTo?: UpTo; code?: string; by?: Person; connectionNumber?: string };

export async function makeYard(app: TestApp) {
  const [clerk, engineer, admin] = await Promise.all(
    (['reviewer', 'engineer', 'admin'] as const).map((role) => app.staff(role)),
  );
  const crew = await app.staff('installer');
  if (!clerk || !engineer || !admin) throw new Error('people are missing');

  const connect = (given: Parameters<typeof makeConnection>[2] = {}) =>
    transaction(app.db, (tx) => makeConnection(tx, app.system(), given));
  const category = async (code: string) =>
    (await one<{ id: string }>(app.db, sql`select id from work_orders.categories where code = ${code}`)).id;
  /** A material with a rate of today. */
  const material = async (name: string, rateMinor: number) => {
    const { id } = await one<{ id: string }>(
      app.owner.db,
      sql`with made as (insert into settings.materials (type, name_en, name_bn, unit) values ('EXTRA', ${name}, ${name}, 'piece') returning id),
        rated as (insert into settings.material_rates (material_id, effective_from, rate_minor) select id, '2020-01-01', ${rateMinor} from made)
        select id from made`,
    );
    return id;
  };
  const fields = async (given: { code?: string; connectionNumber?: string } = {}) => ({
    ...{ categoryId: await category(given.code ?? 'LEAK'), description: 'Water comes out of the road' },
    ...{ connectionNumber: given.connectionNumber ?? (await connect()).number, anyway: false },
  });
  const at = (orderId: string) =>
    one<{ orderId: string; version: number }>(
      app.db,
      sql`select id as "orderId", version from work_orders.orders where id = ${orderId}`,
    );
  /** Calls a step on the order as it is now. */
  const step = async <E extends Endpoint>(endpoint: E, as: Person, id: string, more: object = {}) =>
    app.call(endpoint, { as, body: { ...(await at(id)), ...more } } as never);
  /** The same, for the code of the refusal. */
  const codeOf = async <E extends Endpoint>(endpoint: E, as: Person, id: string, more: object = {}) =>
    app.codeOf(endpoint, { as, body: { ...(await at(id)), ...more } } as never);
  const book = (materialId: string, quantity: string) =>
    app.call(store.moveStock, { as: engineer, body: { materialId, quantity, remark: 'counted' } });
  const stand = (orderId: string) =>
    one<Record<string, unknown>>(
      app.db,
      sql`select state, crew_id as "crewId", reopened, used_minor as "usedMinor" from work_orders.orders where id = ${orderId}`,
    );
  const done = {
    ...{ cause: 'Old pipe', workDone: 'Pipe renewed', labourMinor: 50_000 as Minor, materials: [] },
    unprovenReason: 'made for a test',
  };

  const WAY: [UpTo, (id: string) => Promise<unknown>][] = [
    ['ON_REVIEW', async (id) => app.call(steps.takeOrder, { as: clerk, body: await at(id) })],
    ['ACCEPTED', async (id) => app.call(steps.acceptOrder, { as: clerk, body: await at(id) })],
    [
      'ASSIGNED',
      async (id) =>
        app.call(steps.assignOrder, { as: engineer, body: { ...(await at(id)), crewId: crew.userId } }),
    ],
    ['IN_PROGRESS', async (id) => app.call(steps.noteArrival, { as: crew, body: await at(id) })],
    [
      'COMPLETED',
      async (id) => app.call(steps.completeOrder, { as: crew, body: { ...(await at(id)), ...done } }),
    ],
    ['CLOSED', async (id) => app.call(steps.verifyOrder, { as: clerk, body: await at(id) })],
  ];
  const order = async ({ upTo = 'PENDING', by = clerk, ...given }: Wanted = {}) => {
    const made = await app.call(steps.createOrder, { as: by, body: await fields(given) });
    const last = WAY.findIndex(([state]) => state === upTo);
    for (const [, step] of WAY.slice(0, last + 1)) await step(made.id);
    return made;
  };
  /** An accepted order that needs these materials. */
  const planned = async (materials: { materialId: string; quantity: string }[], given: Wanted = {}) => {
    const made = await order({ ...given, upTo: 'ON_REVIEW' });
    await step(steps.estimateOrder, clerk, made.id, { labourMinor: 50_000, materials });
    await step(steps.acceptOrder, clerk, made.id);
    return made;
  };
  return {
    ...{ clerk, engineer, admin, crew, connect, category, material, fields },
    ...{ at, step, codeOf, book, stand, done, order, planned },
  };
}
