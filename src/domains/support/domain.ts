/** The face of support. */
import { movingDeadlines } from '#domains/applications/points.ts';
import { holders } from '#domains/consumers/points.ts';
import { openWork } from '#domains/identity/points.ts';
import { ownerChanged } from '#domains/ownership/points.ts';
import { workByWord } from '#domains/roles/points.ts';
import { orderEnded, orderReopened, ticketOfOrder } from '#domains/work-orders/points.ts';
import { badges } from '#platform/badges.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { workQueues } from '#platform/work-queues.ts';
import { ticketBadges } from './badges.ts';
import { ticketHolder } from './consumer-part.ts';
import * as contract from './contract.ts';
import { jobs } from './jobs.ts';
import { movingTickets } from './moving-deadlines.ts';
import { noteOwnerChange } from './owner-change.ts';
import { findTicketOfOrder } from './queries.ts';
import { ticketNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundTickets } from './search.ts';
import { liveTickets, ticketsByWord } from './steps/actions/hand-over-tickets.ts';
import { followOrder, followReopened } from './steps/actions/order-work.ts';
import * as steps from './steps/contract.ts';
import { ticketQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'support',
  contracts: [contract, steps],
  routes,
  jobs,
  plugs: [
    plug(movingDeadlines, movingTickets),
    plug(recordNames, ticketNames),
    plug(searchSources, foundTickets),
    plug(badges, ticketBadges),
    plug(workQueues, ticketQueues),
    plug(holders, ticketHolder),
    plug(openWork, liveTickets),
    plug(workByWord, ticketsByWord),
    plug(orderEnded, followOrder),
    plug(orderReopened, followReopened),
    plug(ticketOfOrder, findTicketOfOrder),
    plug(ownerChanged, noteOwnerChange),
  ],
};
