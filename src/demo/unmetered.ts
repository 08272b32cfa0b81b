/** One connection has water and no meter yet: none was free in its size. */
import { openConnection } from '#domains/meters/actions/open-connection.ts';
import { transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import type { Story } from './story.ts';

/** Beyond the plots of the applications. */
const PLOT = '391';
const DAYS_AGO = 2;

/** In use since these days, so that no run of the months before knows it. */
export async function openUnmetered(story: Story): Promise<void> {
  const { db, at, today, town, consumerIds } = story;
  const day = addDays(today, -DAYS_AGO);
  // Somebody who has one already, not the household of the login.
  const other = town.connections.findIndex(
    (_, n) => !(HOUSEHOLD_CONNECTIONS as readonly number[]).includes(n),
  );
  const connection = town.connections[other];
  if (!connection) return;
  const { road, owner } = connection;
  const opened = {
    ...{ consumerId: consumerIds[owner] ?? '', roadId: road.id, dmaId: road.dmaId, plotNumber: PLOT },
    ...{ category: 'residential', pipeSizeMm: 40, connectedOn: day },
  } as const;
  await transaction(db, (tx) => openConnection(tx, at('admin', day), opened));
}
