/** The face of collections: what is due by its age, and how it is collected. */

import { dunningOf } from '#domains/billing/points.ts';
import { orderDone } from '#domains/work-orders/points.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { workQueues } from '#platform/work-queues.ts';
import * as ageing from './ageing/contract.ts';
import { followOrder } from './cases/actions/follow-order.ts';
import * as cases from './cases/contract.ts';
import { dunningOf as standingOf } from './cases/standing.ts';
import * as exemptions from './exemptions/contract.ts';
import { jobs } from './jobs.ts';
import * as ladder from './ladder/contract.ts';
import * as promises from './promises/contract.ts';
import { caseNames } from './record-names.ts';
import { routes } from './routes.ts';
import { dunningQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'collections',
  contracts: [ageing, promises, ladder, cases, exemptions],
  routes,
  jobs,
  plugs: [
    plug(recordNames, caseNames),
    plug(workQueues, dunningQueues),
    plug(orderDone, followOrder),
    plug(dunningOf, standingOf),
  ],
};
