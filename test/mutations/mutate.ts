/**
 * `npm run mutate`: Stryker breaks every pure rule (src/**\/*.rules.ts); some of its changes must not survive.
 * `npm run mutate -- breaks [group or text]`: takes the rules of the list out one by one, in a copy of the program, and
 * runs the test that is named beside each. Fails if a break survives, if its text is no longer in the file, or if the
 * test fails without it.
 */
import { spawnSync } from 'node:child_process';
import { accounts } from './breaks/accounts.ts';
import { audit } from './breaks/audit.ts';
import { bank } from './breaks/bank.ts';
import { closure } from './breaks/closure.ts';
import { days } from './breaks/days.ts';
import { doors } from './breaks/doors.ts';
import { home } from './breaks/home.ts';
import { keptFacts } from './breaks/kept-facts.ts';
import { locks } from './breaks/locks.ts';
import { maintenance } from './breaks/maintenance.ts';
import { money } from './breaks/money.ts';
import { openWays, ownPhone } from './breaks/open-ways.ts';
import { paidWork } from './breaks/paid-work.ts';
import { people } from './breaks/people.ts';
import { readings } from './breaks/readings.ts';
import { refusals } from './breaks/refusals.ts';
import { replaced } from './breaks/replaced.ts';
import { rises } from './breaks/rises.ts';
import { runs } from './breaks/runs.ts';
import { settled } from './breaks/settled.ts';
import { sharing } from './breaks/sharing.ts';
import { steps } from './breaks/steps.ts';
import { undone } from './breaks/undone.ts';
import { unmetered } from './breaks/unmetered.ts';
import { versions } from './breaks/versions.ts';
import { visibility } from './breaks/visibility.ts';
import { workOrderRequests } from './breaks/work-order-requests.ts';
import { workOrderStore } from './breaks/work-order-store.ts';
import { workOrderViews } from './breaks/work-order-views.ts';
import { workOrders } from './breaks/work-orders.ts';
import { runBreaks } from './run-breaks.ts';

const GROUPS = {
  accounts,
  people,
  days,
  money,
  bank,
  runs,
  readings,
  visibility,
  sharing,
  locks,
  audit,
  refusals,
  doors,
  maintenance,
  undone,
  home,
  closure,
  unmetered,
  ownPhone,
  rises,
  replaced,
  settled,
  versions,
  keptFacts,
  openWays,
  paidWork,
  steps,
  workOrders,
  workOrderRequests,
  workOrderStore,
  workOrderViews,
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
