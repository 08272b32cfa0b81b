/** The face of the logs: what people did and who signed in, sealed into a chain. */
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { workQueues } from '#platform/work-queues.ts';
import { actionServices } from './action-services.rules.ts';
import * as logs from './contract.ts';
import * as failedJobs from './failed-jobs/contract.ts';
import { failedJobQueue } from './failed-jobs/work-queues.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';

export const face: DomainFace = {
  name: 'logs',
  contracts: [logs, failedJobs],
  routes: (_platform, { all, endpoints, words }) =>
    routes({ ...actionServices(endpoints), names: all(recordNames) }, words),
  jobs,
  plugs: [plug(workQueues, [failedJobQueue])],
};
