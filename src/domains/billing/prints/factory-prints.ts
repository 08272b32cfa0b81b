/** A town with a posted run on two roads, and the calls that print it. */

import type { MadeConnection } from '#domains/meters/factory.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { openLane } from '#platform/pdf/lane.ts';
import { testApp } from '#test/app.ts';
import { billMonth, connect, makeOffice } from '../bill-run/factory-months.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workPrint } from './actions/work-print.ts';
import * as contract from './contract.ts';
import type { Means } from './write-part.ts';

export const OCTOBER = '2026-10-01';

/** Five connections: three on the second road of the way, in an order of their own, and two on the first. */
export async function printTown() {
  const app = await testApp({ now: '2026-11-02T04:00:00Z' });
  const lane = openLane();
  const blocks = [{ from: '0', to: null, rate: '10' }];
  await approvedTariff(app.db, { effectiveFrom: '2024-01-01', blocks });
  const office = await makeOffice(app);
  const actor = { ...app.system(), permissions: new Set<never>() };
  const [later, earlier] = await transaction(app.db, async (tx) => {
    const { id, sectorId } = await makeRoad(tx, actor, { routeOrder: 2, number: '1' });
    return [id, (await makeRoad(tx, actor, { routeOrder: 1, number: '2', sectorId })).id];
  });
  const places: [road: string | undefined, routeOrder: number][] = [
    [later, 3],
    [earlier, 2],
    [later, 1],
    [earlier, 1],
    [later, 2],
  ];
  const made: MadeConnection[] = [];
  for (const [index, [roadId, routeOrder]] of places.entries()) {
    const readings: [string, string, number][] = [[OCTOBER, '2026-10-31', 10_000 + index * 1_000]];
    made.push(
      await connect(office, { connectedOn: '2026-09-30', readings, roadId: roadId ?? '', routeOrder }),
    );
  }
  const runId = await billMonth(office, OCTOBER);
  const means: Means = {
    ...{
      db: app.db,
      store: app.platform.files.store,
      clock: app.clock,
      lane,
      publicUrl: app.platform.publicUrl,
    },
  };
  const { planner } = office;
  const start = (body: object = {}, as = planner) =>
    app.call(contract.startPrint, { as, params: { id: runId }, body });
  const get = (id: string) => app.call(contract.getPrint, { as: planner, params: { id } });
  const print = async (body: object = {}) => {
    const { id } = await start(body);
    await workPrint(means, id);
    return get(id);
  };
  const parts = async (id: string) =>
    (await app.call(contract.listPrintParts, { as: planner, params: { id }, query: { limit: 100 } })).items;
  const bills = async (id: string, query: object = {}) =>
    (
      await app.call(contract.listPrintBills, {
        as: planner,
        params: { id },
        query: { limit: 100, ...query },
      })
    ).items;
  const file = (path: string, as = planner) =>
    app.server.inject({ url: `/api/billing${path}`, headers: { authorization: `Bearer ${as.idToken}` } });
  /** Numbers of the run's bills, by the place of their connection in `made`. */
  const numbers = async () => {
    const rows = await all<{ connection: string; number: string; id: string }>(
      app.db,
      sql`select connection_id as connection, number, id from billing.invoices where run_id = ${runId}`,
    );
    return made.map(({ id }) => rows.find(({ connection }) => connection === id) ?? { number: '', id: '' });
  };
  /** The account of a household that reads in this language. */
  const account = async (index: number, language: 'en' | 'bn') => {
    const person = await app.consumer();
    await execute(
      app.owner.db,
      sql`update identity.users set consumer_id = ${made[index]?.consumerId}, language = ${language} where id = ${person.userId}`,
    );
    return person;
  };
  return {
    ...{ ...office, made, runId, means, lane, later, earlier },
    ...{ start, get, print, parts, bills, file, numbers, account },
  };
}
