/** The calls of the store of meters. */
import { action, query, type Route } from '#platform/route.ts';
import { markMeter } from './actions/mark-meter.ts';
import { decideScrap, scrapMeter } from './actions/scrap-meter.ts';
import { sealMeter } from './actions/seal-meter.ts';
import { testMeter } from './actions/test-meter.ts';
import * as contract from './contract.ts';
import { countStock, meterHistory } from './queries.ts';

export function storeRoutes(): Route[] {
  return [
    query(contract.countStock, (db, actor) => countStock(db, actor)),
    query(contract.meterHistory, (db, actor, { params }) => meterHistory(db, actor, params.id)),
    action(contract.markMeter, (tx, actor, { body }) => markMeter(tx, actor, body)),
    action(contract.testMeter, (tx, actor, { body }) => testMeter(tx, actor, body)),
    action(contract.scrapMeter, (tx, actor, { body }) => scrapMeter(tx, actor, body)),
    action(contract.decideScrap, (tx, actor, { body }) => decideScrap(tx, actor, body)),
    action(contract.sealMeter, (tx, actor, { body }) => sealMeter(tx, actor, body)),
  ];
}
