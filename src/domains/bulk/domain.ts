/** The face of bulk actions: one act on many records, as a job of the server. */
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { resumeJobs } from './actions/work-job.ts';
import * as contract from './contract.ts';
import { jobs } from './jobs.ts';
import { bulkNames } from './record-names.ts';
import { routes } from './routes.ts';

export const face: DomainFace = {
  name: 'bulk',
  contracts: [contract],
  routes,
  jobs,
  // Jobs whose worker ended with the program.
  prepare: ({ database }) => resumeJobs(database.db),
  plugs: [plug(recordNames, bulkNames)],
};
