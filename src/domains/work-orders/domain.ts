/** The face of work orders. */
import { movingDeadlines } from '#domains/applications/points.ts';
import { holders } from '#domains/consumers/points.ts';
import { openWork } from '#domains/identity/points.ts';
import { metersEstimated } from '#domains/meters/points.ts';
import { workByWord } from '#domains/roles/points.ts';
import { placeUses } from '#domains/settings/points.ts';
import { badges } from '#platform/badges.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { workQueues } from '#platform/work-queues.ts';
import { workOrderBadges } from './badges.ts';
import { orderHolder } from './consumer-part.ts';
import * as contract from './contract.ts';
import { jobs } from './jobs.ts';
import { movingOrders } from './moving-deadlines.ts';
import * as photos from './photos/contract.ts';
import { workOrderUse } from './place-use.ts';
import * as plan from './plan/contract.ts';
import { workOrderNames } from './record-names.ts';
import * as requests from './requests/contract.ts';
import { routes } from './routes.ts';
import { foundOrders } from './search.ts';
import { liveOrders, ordersByWord } from './steps/actions/hand-over-orders.ts';
import { addReadJob } from './steps/actions/open-estimated.ts';
import * as steps from './steps/contract.ts';
import * as store from './store/contract.ts';
import { workOrderQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'work-orders',
  contracts: [contract, steps, requests, plan, store, photos],
  routes,
  jobs,
  plugs: [
    plug(metersEstimated, addReadJob),
    plug(movingDeadlines, movingOrders),
    plug(recordNames, workOrderNames),
    plug(searchSources, foundOrders),
    plug(badges, workOrderBadges),
    plug(workQueues, workOrderQueues),
    plug(holders, orderHolder),
    plug(placeUses, workOrderUse),
    plug(openWork, liveOrders),
    plug(workByWord, ordersByWord),
  ],
};
