import { action, query, type Route } from '#platform/route.ts';
import { addMeter } from './actions/add-meter.ts';
import * as contract from './contract.ts';
import { getMeter, listConnections, listMeters, listUnread } from './queries.ts';
import { approveUnflagged } from './readings/actions/approve-unflagged.ts';
import { captureReading } from './readings/actions/capture-reading.ts';
import { editReading } from './readings/actions/edit-reading.ts';
import { reviewReading } from './readings/actions/review-reading.ts';
import { voidReading } from './readings/actions/void-reading.ts';
import * as readings from './readings/contract.ts';
import { getReading, listReadings, listRoute, readingHistory } from './readings/queries.ts';

export function routes(): Route[] {
  return [
    query(contract.listMeters, (db, actor, { query }) => listMeters(db, actor, query)),
    query(contract.listUnread, (db, actor, { query }) => listUnread(db, actor, query)),
    query(contract.getMeter, (db, actor, { params }) => getMeter(db, actor, params.id)),
    query(contract.listConnections, (db, actor, { query }) => listConnections(db, actor, query)),
    action(contract.addMeter, (tx, actor, { body }) => addMeter(tx, actor, body)),
    query(readings.listReadings, (db, actor, { query }) => listReadings(db, actor, query)),
    query(readings.listRoute, (db, actor, { query }) => listRoute(db, actor, query)),
    query(readings.getReading, async (db, actor, { params }) => {
      const reading = await getReading(db, actor, params.id);
      return { ...reading, history: await readingHistory(db, reading) };
    }),
    action(readings.captureReading, async (tx, actor, { body }) => {
      const { id } = await captureReading(tx, actor, body);
      return getReading(tx, actor, id);
    }),
    action(readings.editReading, (tx, actor, { body }) => editReading(tx, actor, body)),
    action(readings.reviewReading, (tx, actor, { body }) => reviewReading(tx, actor, body)),
    action(readings.approveUnflagged, (tx, actor, { body }) => approveUnflagged(tx, actor, body)),
    action(readings.voidReading, (tx, actor, { params, query }) =>
      voidReading(tx, actor, { id: params.id, reason: query.reason }),
    ),
  ];
}
