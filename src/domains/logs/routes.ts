import { exportRoute } from '#platform/exports/export-list.ts';
import { retryJob } from '#platform/job-alarms.ts';
import { action, query, type Route } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Words } from '#shared/words.ts';
import { askCheck } from './chain/actions/ask-check.ts';
import { chainState } from './chain/queries.ts';
import * as contract from './contract.ts';
import { auditExport, failedJobsExport, loginsExport } from './exports.ts';
import * as failedJobs from './failed-jobs/contract.ts';
import { listFailedJobs } from './failed-jobs/queries.ts';
import { getEntry, listAuditEntries, listLoginEntries } from './queries.ts';
import type { Known } from './record-names.ts';

export function routes(known: Known, words: Words): Route[] {
  return [
    query(contract.listLogins, (db, _actor, input) => listLoginEntries(db, input.query)),
    exportRoute(contract.listLoginsDownload, loginsExport),
    query(contract.listAudit, (db, _actor, input) => listAuditEntries(db, known, input.query)),
    exportRoute(contract.listAuditDownload, auditExport(known, words)),
    query(contract.getAuditEntry, (db, _actor, { params }) => getEntry(db, known, params.id)),
    query(contract.getChain, (db) => chainState(db)),
    query(failedJobs.listFailedJobs, (db, _actor, input) => listFailedJobs(db, input.query)),
    exportRoute(failedJobs.listFailedJobsDownload, failedJobsExport),
    action(failedJobs.retryFailedJob, async (tx, actor, { params }) => {
      if (!(await retryJob(tx, actor, params.id))) throw fail(commonErrors.not_found);
      return { done: true as const };
    }),
    action(contract.verifyLogs, (tx, actor) => askCheck(tx, actor)),
  ];
}
