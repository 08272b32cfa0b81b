/** The face of billing: tariffs, bill runs, invoices and their corrections. */
import { dues, holders } from '#domains/consumers/points.ts';
import { bookProofs, monthHindrances } from '#domains/ledger/points.ts';
import { connectionAccount, estimatesLowered } from '#domains/meters/points.ts';
import { paperKinds } from '#domains/papers/points.ts';
import { placeUses } from '#domains/settings/points.ts';
import { badges } from '#platform/badges.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { workQueues } from '#platform/work-queues.ts';
import { invoiceBadges } from './badges.ts';
import { resumeRuns } from './bill-run/actions/work-run.ts';
import * as runs from './bill-run/contract.ts';
import { billedWater, rebatesOfBills, surchargesOfBills, talliedBills } from './book-proof.ts';
import * as categoriesByDate from './categories/contract.ts';
import { categoryQueues } from './categories/work-queue.ts';
import { accountOfConnection } from './connection-account.ts';
import { duesOfConsumers, invoiceHolder } from './consumer-part.ts';
import * as correctionRuns from './correction-run/contract.ts';
import { creditEstimates } from './corrections/actions/credit-estimates.ts';
import * as corrections from './corrections/contract.ts';
import * as disputes from './disputes/contract.ts';
import { disputeQueue } from './disputes/work-queue.ts';
import * as emptyHouses from './empty-houses/contract.ts';
import * as emptySettings from './empty-houses/settings-contract.ts';
import { emptyHouseQueue } from './empty-houses/work-queue.ts';
import { openRuns } from './hindrances.ts';
import * as invoices from './invoices/contract.ts';
import { billPaper } from './invoices/pdf/paper.ts';
import { jobs } from './jobs.ts';
import * as leaks from './leaks/contract.ts';
import * as leakSettings from './leaks/settings-contract.ts';
import { leakQueues } from './leaks/work-queues.ts';
import * as plans from './payment-plans/contract.ts';
import * as planSettings from './payment-plans/settings-contract.ts';
import { planQueues } from './payment-plans/work-queues.ts';
import { billRunUse } from './place-use.ts';
import { resumePrints } from './prints/actions/work-print.ts';
import * as prints from './prints/contract.ts';
import * as rebates from './rebates/contract.ts';
import { billingNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundInvoices } from './search.ts';
import * as settings from './settings/contract.ts';
import { rulesToApprove } from './settings/work-queues.ts';
import * as simulations from './simulations/contract.ts';
import * as surcharges from './surcharges/contract.ts';
import * as categories from './tariffs/categories/contract.ts';
import * as tariffs from './tariffs/contract.ts';
import { correctionsToDecide, runQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'billing',
  contracts: [
    runs,
    correctionRuns,
    invoices,
    corrections,
    tariffs,
    categories,
    settings,
    surcharges,
    rebates,
    simulations,
    prints,
    disputes,
    leaks,
    leakSettings,
    categoriesByDate,
    emptyHouses,
    emptySettings,
    plans,
    planSettings,
  ],
  routes,
  jobs,
  // Runs and prints whose workers ended with the program.
  prepare: async ({ database }) => {
    await resumeRuns(database.db);
    await resumePrints(database.db);
  },
  plugs: [
    plug(badges, invoiceBadges),
    plug(paperKinds, billPaper),
    plug(recordNames, billingNames),
    plug(searchSources, foundInvoices),
    plug(workQueues, [
      ...runQueues,
      correctionsToDecide,
      disputeQueue,
      ...leakQueues,
      ...planQueues,
      ...categoryQueues,
      emptyHouseQueue,
      ...rulesToApprove,
    ]),
    plug(holders, invoiceHolder),
    plug(dues, duesOfConsumers),
    plug(connectionAccount, accountOfConnection),
    plug(estimatesLowered, creditEstimates),
    plug(placeUses, billRunUse),
    plug(bookProofs, talliedBills),
    plug(bookProofs, billedWater),
    plug(bookProofs, surchargesOfBills),
    plug(bookProofs, rebatesOfBills),
    plug(monthHindrances, openRuns),
  ],
};
