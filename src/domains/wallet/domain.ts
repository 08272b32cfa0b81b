/** The face of wallet: what consumers keep with the utility, and what goes back to them. */
import { holders } from '#domains/consumers/points.ts';
import { bookProofs } from '#domains/ledger/points.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { workQueues } from '#platform/work-queues.ts';
import * as autoPay from './auto-pay/contract.ts';
import { guardedBalances } from './book-proof.ts';
import { walletHolder } from './consumer-part.ts';
import * as contract from './contract.ts';
import { jobs } from './jobs.ts';
import { walletNames } from './record-names.ts';
import { routes } from './routes.ts';
import * as withdrawals from './withdrawals/contract.ts';
import { walletQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'wallet',
  contracts: [contract, withdrawals, autoPay],
  routes,
  jobs,
  plugs: [
    plug(recordNames, walletNames),
    plug(holders, walletHolder),
    plug(workQueues, walletQueues),
    plug(bookProofs, guardedBalances),
  ],
};
