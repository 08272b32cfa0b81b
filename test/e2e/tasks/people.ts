/** What the ten tasks need beside the demo town: a road of meters to read, and a household with one bill. */
import { makeInvoice } from '#domains/billing/factory.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { monthInForce } from '#domains/meters/readings/month-in-force.rules.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import type { Program } from '../program.ts';
import { today } from '../today.ts';
import { PASSWORD } from '../town.ts';

export const METERS = 20;
const MONTHS = 4;
const USE = 20_000;
const HOUSEHOLD = 'tasks-household@e2e.test';

const lastDay = (month: string) => addDays(addMonths(month, 1), -1);

export type Prepared = {
  /** A sector in which nobody but these meters is. */
  sectorId: string;
  sectorNumber: string;
  /** What each meter shows if as much was used as always. */
  usualRegister: number;
  household: { login: string; password: string };
};

export async function prepare({ database }: Program): Promise<Prepared> {
  const actor = systemActor(new Date(), today(), 'tasks');
  const month = monthInForce(today());
  const months = Array.from({ length: MONTHS }, (_, ago) => addMonths(month, ago - MONTHS));
  return transaction(database.db, async (tx) => {
    const made = await makeRoad(tx, actor);
    const road = await one<{ id: string; sectorId: string; sectorNumber: string }>(
      tx,
      sql`select d.id, s.id as "sectorId", s.number as "sectorNumber"
        from settings.roads d join settings.sectors s on s.id = d.sector_id where d.id = ${made.id}`,
    );
    for (let plot = 1; plot <= METERS; plot += 1) {
      await makeConnection(tx, actor, {
        ...{ roadId: road.id, plotNumber: `T${plot}`, connectedOn: addDays(months[0] ?? month, -1) },
        readings: months.map((period, index) => [period, lastDay(period), (index + 1) * USE]),
        approve: true,
      });
    }
    const phone = '+8801799000321';
    const { id: consumerId } = await createConsumer(tx, actor, { name: 'Rahima Tasks', phone });
    const account = { name: 'Rahima Tasks', email: HOUSEHOLD, phone, password: PASSWORD, consumerId };
    await createUser(tx, actor, { role: 'consumer', ...account });
    const { id } = await makeConnection(tx, actor, { consumerId, plotNumber: 'T99' });
    await makeInvoice(tx, actor, { connectionId: id, period: addMonths(month, -1) });
    return {
      ...{ sectorId: road.sectorId, sectorNumber: road.sectorNumber },
      usualRegister: ((MONTHS + 1) * USE) / 1000,
      household: { login: HOUSEHOLD, password: PASSWORD },
    };
  });
}

/** A connection of the town with exactly one open bill, and whose it is. */
export async function debtor({
  database,
}: Program): Promise<{ number: string; phone: string; name: string; id: string }> {
  const [found] = await all<{ number: string; phone: string; name: string; id: string }>(
    database.db,
    sql`select c.number, u.phone, u.name, u.id from meters.connections c join consumers.consumers u on u.id = c.consumer_id
      join billing.invoices i on i.connection_id = c.id and i.cancelled_on is null and i.settled_minor < i.total_minor
      where not exists (select from payments.payments p where p.connection_id = c.id and p.state = 'PROCESSING')
      group by c.id, u.id having count(*) = 1 order by c.number limit 1`,
  );
  if (!found) throw new Error('nobody in the demo town owes one bill');
  return found;
}
