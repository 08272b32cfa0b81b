/** Takes consumers and connections over, as at a change of program, and gives the household its login. */
import { takeOverConsumers } from '#domains/consumers/actions/take-over-consumers.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { type TakenOver, takeOverConnections } from '#domains/meters/actions/take-over-connections.ts';
import type { Actor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { addMonths } from '#shared/dates.ts';
import { firstGrants } from '#shared/words.ts';
import { type Connection, HOUSEHOLD, HOUSEHOLD_CONNECTIONS, type Town } from './customers.ts';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from './logins.ts';
import type { Story } from './story.ts';
import type { Meter } from './water-use.ts';

/** Meters in the store, for letters of applications. */
const IN_STOCK = 80;

export const stockNumber = (n: number) => `PWS-${String(900_001 + n)}`;

type Arrival = Pick<Story, 'db' | 'at' | 'months' | 'today'> & { town: Town; meters: Meter[] };

export async function settlePeople(
  arrival: Arrival,
): Promise<Pick<Story, 'consumerIds' | 'connections'> & { household: Actor }> {
  const { db, at, town, meters, months } = arrival;
  const firstMonth = months[0] ?? arrival.today;
  const system = at('system', firstMonth);
  return transaction(db, async (tx) => {
    const consumerIds = await takeOverConsumers(tx, system, town.consumers);
    const connections = await takeOverConnections(
      tx,
      system,
      town.connections.map((connection, n) =>
        takenOver(connection, meters[n] as Meter, { consumerIds, firstMonth }),
      ),
    );
    const household = town.connections[HOUSEHOLD_CONNECTIONS[0]]?.owner ?? 0;
    const consumerId = consumerIds[household] ?? '';
    const { id: userId } = await createUser(tx, system, {
      role: 'consumer',
      name: HOUSEHOLD.name,
      email: CONSUMER_EMAIL,
      phone: town.consumers[household]?.phone,
      password: DEMO_PASSWORD,
      language: 'bn',
      consumerId,
    });
    for (let n = 0; n < IN_STOCK; n += 1) {
      await addMeter(tx, at('admin', firstMonth), {
        number: stockNumber(n),
        make: 'Zenner',
        sizeMm: 20,
        registerDigits: 5,
        sealNumber: null,
      });
    }
    return { consumerIds, connections, household: householdActor(system, { userId, consumerId }) };
  });
}

/** The consumer of the login, for what they do themselves. */
function householdActor(
  system: Actor,
  { userId, consumerId }: { userId: string; consumerId: string },
): Actor {
  const permissions = new Set(firstGrants(allWords, 'consumer'));
  return {
    ...system,
    kind: 'consumer',
    role: 'consumer',
    name: HOUSEHOLD.name,
    userId,
    consumerId,
    permissions,
  };
}

function takenOver(
  { road, sewer, make, meterNumber, registerDigits, sealNumber, owner, ...connection }: Connection,
  meter: Meter,
  { consumerIds, firstMonth }: { consumerIds: string[]; firstMonth: string },
): TakenOver {
  return {
    consumerId: consumerIds[owner] ?? '',
    roadId: road.id,
    dmaId: road.dmaId,
    plotNumber: connection.plotNumber,
    routeOrder: connection.routeOrder,
    category: connection.category,
    dwellingUnits: connection.dwellingUnits,
    pipeSizeMm: connection.pipeSizeMm,
    connectedOn: connection.connectedOn,
    // Null: the tariff's own share.
    sewerPercent: sewer ? null : '0',
    meter: { number: meterNumber, make, sizeMm: connection.pipeSizeMm, registerDigits, sealNumber },
    openingLitres: meter.openingLitres,
    ...(meter.before ? { lastBilled: { period: addMonths(firstMonth, -1), ...meter.before } } : {}),
  };
}
