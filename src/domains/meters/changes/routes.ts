/** The calls of meters that change. */
import { exportRoute } from '#platform/exports/export-list.ts';
import { fileLinks } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { askChange, resendChange } from './actions/ask-change.ts';
import { acceptChange, endChange } from './actions/decide-change.ts';
import { discardFinal, settleFinal } from './actions/settle-final.ts';
import * as contract from './contract.ts';
import { changesExport, finalsExport } from './exports.ts';
import { beforeChange, getMeterChange, listFinals, listMeterChanges } from './queries.ts';

export function changeRoutes({ files }: Pick<Platform, 'files'>): Route[] {
  return [
    query(contract.beforeChange, (db, _actor, { params }) => beforeChange(db, params.id)),
    action(contract.askChange, (tx, actor, { body }) => askChange(tx, actor, body)),
    action(contract.resendChange, (tx, actor, { body }) => resendChange(tx, actor, body)),
    query(contract.listMeterChanges, (db, actor, { query }) => listMeterChanges(db, actor, query)),
    exportRoute(contract.listMeterChangesDownload, changesExport),
    special(contract.getMeterChange, async ({ database: { db }, actor }, { params }) => {
      const { papers, ...change } = await getMeterChange(db, actor, params.id);
      const ids = papers.map(({ fileId }) => fileId);
      const links = await fileLinks(files, db, ids, { now: actor.now, seconds: 300 });
      return {
        ...change,
        papers: papers.map(({ fileId, ...paper }) => ({ ...paper, url: links.get(fileId) ?? '' })),
      };
    }),
    action(contract.acceptChange, (tx, actor, { body }) => acceptChange(tx, actor, body)),
    action(contract.endChange, (tx, actor, { body }) => endChange(tx, actor, body)),
    query(contract.listFinals, (db, actor, { query }) => listFinals(db, actor, query)),
    exportRoute(contract.listFinalsDownload, finalsExport),
    action(contract.settleFinal, (tx, actor, { body }) => settleFinal(tx, actor, body)),
    action(contract.discardFinal, (tx, actor, { params, body }) =>
      discardFinal(tx, actor, { ...params, ...body }),
    ),
  ];
}
