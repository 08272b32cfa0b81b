import { exportRoute } from '#platform/exports/export-list.ts';
import type { JoinedFaces } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route } from '#platform/route.ts';
import { cancelJob } from './actions/cancel-job.ts';
import { startJob } from './actions/start-job.ts';
import * as contract from './contract.ts';
import { itemsExport, jobsExport } from './exports.ts';
import { lookAt } from './look.ts';
import { mayDo, offeredBy, titleOf } from './offered.ts';
import { bulkParts } from './points.ts';
import * as queries from './queries.ts';

export function routes(_platform: Platform, joined: JoinedFaces): Route[] {
  const offered = offeredBy(joined.all(bulkParts));
  return [
    query(contract.listActions, async (_db, actor) => {
      const allowed = [...offered.actions.values()].filter((offer) => mayDo(actor, offer));
      return { items: allowed.map(({ name }) => ({ name, title: titleOf(offered, name) })) };
    }),
    query(contract.lookAtChoice, (db, actor, { body }) => lookAt(db, actor, offered, body)),
    action(contract.startJob, (tx, actor, { body }) => startJob(tx, actor, offered, body)),
    query(contract.listJobs, (db, actor, input) => queries.listOwnJobs(db, actor, offered, input.query)),
    exportRoute(contract.listJobsDownload, jobsExport(offered)),
    query(contract.getJob, (db, actor, { params }) => queries.getJob(db, actor, offered, params.id)),
    query(contract.listItems, (db, actor, input) =>
      queries.listItems(db, actor, offered, { ...input.query, id: input.params.id }),
    ),
    exportRoute(contract.listItemsDownload, itemsExport(offered)),
    action(contract.cancelJob, (tx, actor, { params }) => cancelJob(tx, actor, offered, params.id)),
  ];
}
