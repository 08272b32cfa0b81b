/** The calls of leaks. */
import { exportRoute } from '#platform/exports/export-list.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { approveLeak, creditLeak } from './actions/credit-leak.ts';
import { approveLeakRules, planLeakRules, withdrawLeakRules } from './actions/leak-rules.ts';
import { openLeak } from './actions/open-leak.ts';
import { refuseLeak } from './actions/refuse-leak.ts';
import { withdrawLeak } from './actions/withdraw-leak.ts';
import * as contract from './contract.ts';
import { leaksExport } from './exports.ts';
import { getLeak, leakProof, listLeakRules, listLeaks } from './queries.ts';
import * as settings from './settings-contract.ts';

export function leakRoutes({ files }: Pick<Platform, 'files'>): Route[] {
  return [
    action(contract.askOwnLeak, (tx, actor, { body }) => openLeak(tx, actor, { ...body, channel: 'PORTAL' })),
    action(contract.noteLeak, (tx, actor, { body }) => openLeak(tx, actor, body)),
    action(
      contract.withdrawLeak,
      (tx, actor, { params, body }) => withdrawLeak(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getLeak(db, actor, params.id),
    ),
    action(
      contract.creditLeak,
      (tx, actor, { params, body }) => creditLeak(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getLeak(db, actor, params.id),
    ),
    action(
      contract.refuseLeak,
      (tx, actor, { params, body }) => refuseLeak(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getLeak(db, actor, params.id),
    ),
    action(
      contract.approveLeak,
      (tx, actor, { params, body }) => approveLeak(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getLeak(db, actor, params.id),
    ),
    query(contract.listLeaks, (db, actor, { query: filters }) => listLeaks(db, actor, filters)),
    exportRoute(contract.listLeaksDownload, leaksExport),
    query(contract.getLeak, (db, actor, { params }) => getLeak(db, actor, params.id)),
    special(contract.openLeakProof, async ({ database: { db }, actor }, { params }) => {
      const file = await findFile(db, await leakProof(db, actor, params.id));
      const isImage = file.media_type.startsWith('image/');
      return { url: await fileLink(files, file, actor.now), isImage };
    }),
    query(settings.listLeakRules, (db, actor) => listLeakRules(db, actor)),
    action(settings.planLeakRules, (tx, actor, { body }) => planLeakRules(tx, actor, body)),
    action(settings.approveLeakRules, (tx, actor, { params, body }) =>
      approveLeakRules(tx, actor, { ...body, id: params.id }),
    ),
    action(settings.withdrawLeakRules, (tx, actor, { params, body }) =>
      withdrawLeakRules(tx, actor, { ...body, id: params.id }),
    ),
  ];
}
