/**
 * `npm run mutate`: Stryker breaks every pure rule (src/**\/*.rules.ts); some of its changes must not survive.
 * `npm run mutate -- breaks [group or text]`: takes the rules of the list out one by one, in a copy of the program, and
 * runs the test that is named beside each. Fails if a break survives, if its text is no longer in the file, or if the
 * test fails without it.
 */
import { spawnSync } from 'node:child_process';
import { accounts } from './breaks/accounts.ts';
import { applicationLists } from './breaks/application-lists.ts';
import { approved } from './breaks/approved.ts';
import { audit } from './breaks/audit.ts';
import { autoPay } from './breaks/auto-pay.ts';
import { bank } from './breaks/bank.ts';
import { bankDeposits } from './breaks/bank-deposits.ts';
import { bankDownloads } from './breaks/bank-downloads.ts';
import { bankFiles } from './breaks/bank-files.ts';
import { bulk } from './breaks/bulk.ts';
import { calendar } from './breaks/calendar.ts';
import { categories } from './breaks/categories.ts';
import { cheques } from './breaks/cheques.ts';
import { clearing } from './breaks/clearing.ts';
import { closure } from './breaks/closure.ts';
import { codesOfOwners } from './breaks/codes-of-owners.ts';
import { consents } from './breaks/consent.ts';
import { days } from './breaks/days.ts';
import { delegation } from './breaks/delegation.ts';
import { desks } from './breaks/desks.ts';
import { disputes } from './breaks/disputes.ts';
import { doors } from './breaks/doors.ts';
import { dunning } from './breaks/dunning.ts';
import { emptyHouseRegisters } from './breaks/empty-house-registers.ts';
import { emptyHouses } from './breaks/empty-houses.ts';
import { endedMeanwhile } from './breaks/ended-meanwhile.ts';
import { endedSessions } from './breaks/ended-sessions.ts';
import { escalation } from './breaks/escalation.ts';
import { estimates } from './breaks/estimates.ts';
import { examined } from './breaks/examined.ts';
import { examinedBills } from './breaks/examined-bills.ts';
import { examinedWork } from './breaks/examined-work.ts';
import { factsAndAccounts } from './breaks/facts-and-accounts.ts';
import { fees } from './breaks/fees.ts';
import { fieldsAndComments } from './breaks/fields-and-comments.ts';
import { floods } from './breaks/floods.ts';
import { forwarded } from './breaks/forwarded.ts';
import { gateways } from './breaks/gateways.ts';
import { givenUp } from './breaks/given-up.ts';
import { givenUpBills } from './breaks/given-up-bills.ts';
import { givenUpMoney } from './breaks/given-up-money.ts';
import { guard } from './breaks/guard.ts';
import { home } from './breaks/home.ts';
import { household } from './breaks/household.ts';
import { householdOrders } from './breaks/household-orders.ts';
import { keptFacts } from './breaks/kept-facts.ts';
import { lateMoney } from './breaks/late-money.ts';
import { lateSurcharges } from './breaks/late-surcharges.ts';
import { laterReadings } from './breaks/later-readings.ts';
import { leaks } from './breaks/leaks.ts';
import { locks } from './breaks/locks.ts';
import { maintenance } from './breaks/maintenance.ts';
import { mendedMoney } from './breaks/mended-money.ts';
import { mendsOfHouseholds } from './breaks/mends-of-households.ts';
import { mergedHistory } from './breaks/merged-history.ts';
import { meterChanges } from './breaks/meter-changes.ts';
import { meterStore } from './breaks/meter-store.ts';
import { metersAlike } from './breaks/meters-alike.ts';
import { money } from './breaks/money.ts';
import { noteInForce } from './breaks/note-in-force.ts';
import { numbersAlike } from './breaks/numbers-alike.ts';
import { offered } from './breaks/offered.ts';
import { openParts } from './breaks/open-parts.ts';
import { openWays, ownPhone } from './breaks/open-ways.ts';
import { ownHolds } from './breaks/own-holds.ts';
import { ownReadings } from './breaks/own-readings.ts';
import { ownRequests } from './breaks/own-requests.ts';
import { ownerPapers } from './breaks/owner-papers.ts';
import { ownership } from './breaks/ownership.ts';
import { paidWork } from './breaks/paid-work.ts';
import { paperLists } from './breaks/paper-lists.ts';
import { papers } from './breaks/papers.ts';
import { papersAtDesks } from './breaks/papers-at-desks.ts';
import { pastWork } from './breaks/past-work.ts';
import { paymentPlans } from './breaks/payment-plans.ts';
import { people } from './breaks/people.ts';
import { postings } from './breaks/postings.ts';
import { prints } from './breaks/prints.ts';
import { readings } from './breaks/readings.ts';
import { realAfterEstimates } from './breaks/real-after-estimates.ts';
import { rebates } from './breaks/rebates.ts';
import { refusals } from './breaks/refusals.ts';
import { replaced } from './breaks/replaced.ts';
import { restOfWorkOrders } from './breaks/rest-of-work-orders.ts';
import { returnedOwnerChanges } from './breaks/returned-owner-changes.ts';
import { reviewedApplications } from './breaks/reviewed-applications.ts';
import { reviewedBanks } from './breaks/reviewed-banks.ts';
import { reviewedBills } from './breaks/reviewed-bills.ts';
import { reviewedBooks } from './breaks/reviewed-books.ts';
import { reviewedClaims } from './breaks/reviewed-claims.ts';
import { reviewedClaimsAgain } from './breaks/reviewed-claims-again.ts';
import { reviewedCollections } from './breaks/reviewed-collections.ts';
import { reviewedDoors } from './breaks/reviewed-doors.ts';
import { reviewedFigures } from './breaks/reviewed-figures.ts';
import { reviewedImports } from './breaks/reviewed-imports.ts';
import { reviewedOrders } from './breaks/reviewed-orders.ts';
import { reviewedPayments } from './breaks/reviewed-payments.ts';
import { reviewedReadings } from './breaks/reviewed-readings.ts';
import { reviewedWork } from './breaks/reviewed-work.ts';
import { rises } from './breaks/rises.ts';
import { runs } from './breaks/runs.ts';
import { seenBeforeSending } from './breaks/seen-before-sending.ts';
import { settled } from './breaks/settled.ts';
import { sharing } from './breaks/sharing.ts';
import { simulations } from './breaks/simulations.ts';
import { statements } from './breaks/statements.ts';
import { steps } from './breaks/steps.ts';
import { support } from './breaks/support.ts';
import { surveyMaterials } from './breaks/survey-materials.ts';
import { takenAgain } from './breaks/taken-again.ts';
import { takenMoney } from './breaks/taken-money.ts';
import { takenOver } from './breaks/taken-over.ts';
import { takenPage } from './breaks/taken-page.ts';
import { takenParts } from './breaks/taken-parts.ts';
import { takenSupplements } from './breaks/taken-supplements.ts';
import { toldAtItsPlace } from './breaks/told-at-its-place.ts';
import { toldOfMoney } from './breaks/told-of-money.ts';
import { undone } from './breaks/undone.ts';
import { unmetered } from './breaks/unmetered.ts';
import { unsent } from './breaks/unsent.ts';
import { versions } from './breaks/versions.ts';
import { visibility } from './breaks/visibility.ts';
import { visits } from './breaks/visits.ts';
import { walletLimits } from './breaks/wallet-limits.ts';
import { walletPaysNotes } from './breaks/wallet-pays-notes.ts';
import { wallets } from './breaks/wallets.ts';
import { whoHasIt } from './breaks/who-has-it.ts';
import { whoWasFaster } from './breaks/who-was-faster.ts';
import { wordsTaken } from './breaks/words-taken.ts';
import { workOrderCrews } from './breaks/work-order-crews.ts';
import { workOrderDeadlines } from './breaks/work-order-deadlines.ts';
import { workOrderHolds } from './breaks/work-order-holds.ts';
import { workOrderLists } from './breaks/work-order-lists.ts';
import { workOrderRatings } from './breaks/work-order-ratings.ts';
import { workOrderRequests } from './breaks/work-order-requests.ts';
import { workOrderReserved } from './breaks/work-order-reserved.ts';
import { workOrderStore } from './breaks/work-order-store.ts';
import { workOrderViews } from './breaks/work-order-views.ts';
import { workOrders } from './breaks/work-orders.ts';
import { wrongOwners } from './breaks/wrong-owners.ts';
import { year } from './breaks/year.ts';
import { runBreaks } from './run-breaks.ts';

const GROUPS = {
  approved,
  accounts,
  papers,
  people,
  calendar,
  paperLists,
  days,
  mendedMoney,
  mergedHistory,
  mendsOfHouseholds,
  money,
  postings,
  bank,
  bankFiles,
  bankDownloads,
  gateways,
  runs,
  readings,
  visibility,
  sharing,
  locks,
  audit,
  refusals,
  doors,
  maintenance,
  support,
  takenMoney,
  takenPage,
  takenOver,
  takenAgain,
  takenParts,
  takenSupplements,
  undone,
  home,
  examined,
  household,
  offered,
  endedMeanwhile,
  endedSessions,
  escalation,
  bulk,
  closure,
  unmetered,
  unsent,
  ownPhone,
  rises,
  reviewedPayments,
  reviewedBanks,
  reviewedFigures,
  replaced,
  seenBeforeSending,
  settled,
  versions,
  whoWasFaster,
  floods,
  givenUp,
  givenUpBills,
  givenUpMoney,
  guard,
  pastWork,
  consents,
  keptFacts,
  openWays,
  openParts,
  applicationLists,
  surveyMaterials,
  fieldsAndComments,
  delegation,
  desks,
  forwarded,
  ownerPapers,
  codesOfOwners,
  examinedBills,
  laterReadings,
  ownRequests,
  examinedWork,
  lateMoney,
  lateSurcharges,
  rebates,
  prints,
  simulations,
  dunning,
  statements,
  noteInForce,
  toldAtItsPlace,
  toldOfMoney,
  whoHasIt,
  ownHolds,
  wordsTaken,
  numbersAlike,
  estimates,
  realAfterEstimates,
  ownReadings,
  meterChanges,
  visits,
  meterStore,
  metersAlike,
  papersAtDesks,
  returnedOwnerChanges,
  reviewedReadings,
  reviewedApplications,
  reviewedBooks,
  reviewedClaims,
  reviewedClaimsAgain,
  reviewedCollections,
  reviewedDoors,
  reviewedImports,
  reviewedWork,
  reviewedBills,
  reviewedOrders,
  ownership,
  paidWork,
  fees,
  factsAndAccounts,
  walletLimits,
  walletPaysNotes,
  wallets,
  autoPay,
  categories,
  disputes,
  emptyHouses,
  emptyHouseRegisters,
  leaks,
  paymentPlans,
  steps,
  workOrders,
  wrongOwners,
  year,
  bankDeposits,
  cheques,
  clearing,
  workOrderCrews,
  workOrderDeadlines,
  workOrderHolds,
  workOrderLists,
  workOrderRatings,
  workOrderRequests,
  workOrderReserved,
  workOrderStore,
  workOrderViews,
  restOfWorkOrders,
  householdOrders,
};
const [way, text = ''] = process.argv.slice(2);

if (way === 'breaks') {
  const chosen = Object.entries(GROUPS).flatMap(([group, breaks]) => {
    if (text in GROUPS) return group === text ? breaks : [];
    return breaks.filter(({ what, file }) => `${what} ${file}`.includes(text));
  });
  process.exit(runBreaks(chosen) ? 0 : 1);
}
const stryker = [
  'node_modules/@stryker-mutator/core/bin/stryker.js',
  'run',
  'test/mutations/stryker.config.json',
];
process.exit(
  spawnSync(process.execPath, [...stryker, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1,
);
