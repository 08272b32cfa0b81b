/**
 * `npm run mutate`: Stryker breaks every pure rule (src/**\/*.rules.ts); some of its changes must not survive.
 * `npm run mutate -- breaks [group or text]`: takes the rules of the list out one by one, in a copy of the program, and
 * runs the test that is named beside each. Fails if a break survives, if its text is no longer in the file, or if the
 * test fails without it.
 */
import { spawnSync } from 'node:child_process';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { bank } from './bank.ts';
import { closure } from './closure.ts';
import { days } from './days.ts';
import { doors } from './doors.ts';
import { home } from './home.ts';
import { locks } from './locks.ts';
import { maintenance } from './maintenance.ts';
import { money } from './money.ts';
import { people } from './people.ts';
import { readings } from './readings.ts';
import { refusals } from './refusals.ts';
import { replaced } from './replaced.ts';
import { runBreaks } from './run-breaks.ts';
import { runs } from './runs.ts';
import { settled } from './settled.ts';
import { sharing } from './sharing.ts';
import { steps } from './steps.ts';
import { undone } from './undone.ts';
import { visibility } from './visibility.ts';

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
  replaced,
  settled,
  steps,
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
