/** The face of consumers: the register, its import, merging of two into one. */
import { phoneFollowers } from '#domains/identity/points.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { badges } from '#platform/badges.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { workQueues } from '#platform/work-queues.ts';
import { followPhone } from './actions/follow-phone.ts';
import * as claim from './claim/contract.ts';
import { claimBadges } from './claim/waiting/badges.ts';
import * as waitingClaims from './claim/waiting/contract.ts';
import { claimQueue } from './claim/waiting/work-queues.ts';
import * as consumers from './contract.ts';
import * as imports from './imports/contract.ts';
import { importRoutes } from './imports/routes.ts';
import { jobs } from './jobs.ts';
import * as merge from './merge/contract.ts';
import { connections, dues, holders } from './points.ts';
import * as record from './record/contract.ts';
import { consumerNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundConsumers } from './search.ts';

export const face: DomainFace = {
  name: 'consumers',
  contracts: [consumers, imports, record, merge, claim, waitingClaims],
  routes: (platform, { all, only }) => [
    ...routes({ tokens: makeTokens(platform.secrets), secrets: platform.secrets }, platform, {
      holders: all(holders),
      connections: only(connections),
      dues: only(dues),
    }),
    ...importRoutes(platform),
  ],
  jobs,
  plugs: [
    plug(recordNames, consumerNames),
    plug(searchSources, foundConsumers),
    plug(badges, claimBadges),
    plug(workQueues, [claimQueue]),
    plug(phoneFollowers, followPhone),
  ],
};
