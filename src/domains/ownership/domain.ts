/** The face of ownership: changes of the owner of a connection. */
import { holders } from '#domains/consumers/points.ts';
import { handoverCorrected } from '#domains/meters/points.ts';
import { paperKinds } from '#domains/papers/points.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { workQueues } from '#platform/work-queues.ts';
import * as certificate from './certificate/contract.ts';
import { changePaper } from './certificate/paper.ts';
import { requestHolder } from './consumer-part.ts';
import * as contract from './contract.ts';
import { correctHandover } from './correct-handover.ts';
import { jobs } from './jobs.ts';
import { ownershipNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundRequests } from './search.ts';
import * as settings from './settings/contract.ts';
import * as steps from './steps/contract.ts';
import { ownershipQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'ownership',
  contracts: [contract, steps, certificate, settings],
  routes,
  jobs,
  plugs: [
    plug(recordNames, ownershipNames),
    plug(searchSources, foundRequests),
    plug(workQueues, ownershipQueues),
    plug(holders, requestHolder),
    plug(paperKinds, changePaper),
    plug(handoverCorrected, correctHandover),
  ],
};
