/** The face of meters: meters, connections, readings and their checks and imports. */
import { connections, holders } from '#domains/consumers/points.ts';
import { placeUses } from '#domains/settings/points.ts';
import { badges } from '#platform/badges.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { mainActs, workQueues } from '#platform/work-queues.ts';
import { readingBadges } from './badges.ts';
import * as changes from './changes/contract.ts';
import { changeRoutes } from './changes/routes.ts';
import { changeQueues } from './changes/work-queues.ts';
import * as checks from './checks/contract.ts';
import * as closure from './closure/contract.ts';
import { connectionHolder, connectionsOfConsumers } from './consumer-part.ts';
import * as meters from './contract.ts';
import * as estimates from './estimates/contract.ts';
import { estimateRoutes } from './estimates/routes.ts';
import * as imports from './imports/contract.ts';
import * as own from './own/contract.ts';
import { ownRoutes } from './own/routes.ts';
import { connectionUse } from './place-use.ts';
import { connectionAccount, estimatesLowered, handoverCorrected, metersEstimated } from './points.ts';
import * as readings from './readings/contract.ts';
import { meterNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundMeters } from './search.ts';
import * as sharing from './sharing/contract.ts';
import { sharingRoutes } from './sharing/routes.ts';
import * as store from './store/contract.ts';
import { storeRoutes } from './store/routes.ts';
import { storeQueues } from './store/work-queues.ts';
import * as visits from './visits/contract.ts';
import { visitRoutes } from './visits/routes.ts';
import { readingActs, readingQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'meters',
  contracts: [meters, changes, checks, closure, readings, visits, estimates, own, imports, sharing, store],
  routes: (platform, { only }) => [
    ...routes(platform, only(connectionAccount), only(handoverCorrected), only(estimatesLowered)),
    ...changeRoutes(platform),
    ...storeRoutes(platform),
    ...estimateRoutes(only(metersEstimated)),
    ...ownRoutes(platform),
    ...sharingRoutes(platform),
    ...visitRoutes(platform),
  ],
  plugs: [
    plug(badges, readingBadges),
    plug(recordNames, meterNames),
    plug(searchSources, foundMeters),
    plug(workQueues, readingQueues),
    plug(workQueues, changeQueues),
    plug(workQueues, storeQueues),
    plug(mainActs, readingActs),
    plug(holders, connectionHolder),
    plug(connections, connectionsOfConsumers),
    plug(placeUses, connectionUse),
  ],
};
