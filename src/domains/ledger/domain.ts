/** The face of the ledger: journals and periods, which other domains post; closing the cashier's day and the month. */
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { workQueues } from '#platform/work-queues.ts';
import * as closings from './closings/contract.ts';
import * as ledger from './contract.ts';
import { jobs } from './jobs.ts';
import { ledgerNames } from './record-names.ts';
import { routes } from './routes.ts';
import { cashQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'ledger',
  contracts: [ledger, closings],
  routes: (_platform, house) => routes(house),
  jobs,
  plugs: [plug(recordNames, ledgerNames), plug(workQueues, cashQueues)],
};
