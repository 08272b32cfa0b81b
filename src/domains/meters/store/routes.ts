/** The calls of the store of meters. */
import { Readable } from 'node:stream';
import { sendDownload } from '#platform/http/download.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { markMeter } from './actions/mark-meter.ts';
import { decideScrap, scrapMeter } from './actions/scrap-meter.ts';
import { sealMeter } from './actions/seal-meter.ts';
import { testMeter } from './actions/test-meter.ts';
import * as contract from './contract.ts';
import { printLabels } from './labels/print-labels.ts';
import { countStock, meterHistory } from './queries.ts';

export function storeRoutes({ publicUrl }: Pick<Platform, 'publicUrl'>): Route[] {
  return [
    query(contract.countStock, (db, actor) => countStock(db, actor)),
    query(contract.meterHistory, (db, actor, { params }) => meterHistory(db, actor, params.id)),
    special(contract.meterLabels, async ({ database: { db }, reply }, input) => {
      const { content } = await printLabels(db, { ...input.query, publicUrl });
      await sendDownload(reply, {
        ...{ stream: Readable.from([content]), mediaType: 'application/pdf', bytes: content.length },
        ...{ fileName: 'meter-labels.pdf', inline: true },
      });
    }),
    action(contract.markMeter, (tx, actor, { body }) => markMeter(tx, actor, body)),
    action(contract.testMeter, (tx, actor, { body }) => testMeter(tx, actor, body)),
    action(contract.scrapMeter, (tx, actor, { body }) => scrapMeter(tx, actor, body)),
    action(contract.decideScrap, (tx, actor, { body }) => decideScrap(tx, actor, body)),
    action(contract.sealMeter, (tx, actor, { body }) => sealMeter(tx, actor, body)),
  ];
}
