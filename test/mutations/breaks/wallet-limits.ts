/** Breaks by hand: limits of wallets count when a second person has approved them, who is told that they wait. */
import type { Break } from '../break.ts';

const RULES = 'src/domains/settings/wallet/queries.ts';
const QUEUE = 'src/domains/settings/changes/work-queue.ts';
const TEST = 'src/domains/settings/wallet/dated-wallet-limits.test.ts';

export const walletLimits: readonly Break[] = [
  {
    what: 'limits of wallets count with one person',
    file: RULES,
    find: 'twoPersons: true,',
    replace: 'twoPersons: false,',
    caughtBy: TEST,
  },
  {
    what: 'limits of wallets wait for approval after their day',
    file: RULES,
    find: "state === 'PLANNED' && validFrom >= actor.today",
    replace: "state === 'PLANNED'",
    caughtBy: TEST,
  },
  {
    what: 'who planned limits of wallets is asked to approve them',
    file: QUEUE,
    find: '.filter(({ can }) => can.approve)',
    replace: '.filter(() => true)',
    caughtBy: TEST,
  },
];
