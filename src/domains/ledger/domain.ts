/** The face of the ledger: journals and periods, which other domains post; closing the cashier's day and the month. */
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { workQueues } from '#platform/work-queues.ts';
import * as books from './books/contract.ts';
import { keptBalancesDiffer } from './books/queries.ts';
import * as closings from './closings/contract.ts';
import * as ledger from './contract.ts';
import { jobs } from './jobs.ts';
import { type BookProof, bookProofs } from './points.ts';
import { ledgerNames } from './record-names.ts';
import { routes } from './routes.ts';
import { cashQueues } from './work-queues.ts';

const keptMonths: BookProof = {
  kind: 'months',
  name: ['Balances kept of closed months against their entries', 'বন্ধ মাসের রাখা স্থিতি ও ভুক্তি'],
  difference: keptBalancesDiffer,
};

export const face: DomainFace = {
  name: 'ledger',
  contracts: [ledger, closings, books],
  routes: (_platform, house) => routes(house),
  jobs,
  plugs: [plug(recordNames, ledgerNames), plug(workQueues, cashQueues), plug(bookProofs, keptMonths)],
};
