/** Breaks by hand: requests that a household takes back again and again, categories without a change, prints of reversed runs. */
import type { Break } from '../break.ts';

const OWN = 'src/domains/billing/own-requests.ts';
const OWN_TEST = 'src/domains/billing/own-requests.test.ts';
const BY_DATE = 'migrations/0429_categories_follow_changes.sql';
const BY_DATE_TEST = 'src/domains/billing/categories/only-by-changes.test.ts';
const SEND = 'src/domains/billing/prints/send-files.ts';
const REVERSED = 'src/domains/billing/prints/reversed-print.test.ts';

export const ownRequests: readonly Break[] = [
  {
    what: 'a household disputes, takes it back and disputes again without an end',
    file: OWN,
    find: 'coalesce(${freeFrom(counted)} <= ${today}::date, true)',
    replace: 'true',
    caughtBy: OWN_TEST,
    test: 'disputes: three',
  },
  {
    what: 'requests of other years count too',
    file: OWN,
    find: '<= ${today}::date, true)',
    replace: 'is null, true)',
    caughtBy: OWN_TEST,
    test: 'leaks: the same',
  },
  {
    what: 'what the office notes limits the household',
    file: 'src/domains/billing/disputes/actions/open-dispute.ts',
    find: " and d.channel = 'PORTAL'",
    replace: '',
    caughtBy: OWN_TEST,
    test: 'disputes: three',
  },
  {
    what: 'a household sends notices of single days without an end',
    file: 'src/domains/billing/empty-houses/actions/note-empty-house.ts',
    find: "k.state in ('WAITING', 'WITHDRAWN')",
    replace: "k.state = 'WITHDRAWN'",
    caughtBy: OWN_TEST,
    test: 'empty houses: those that wait',
  },
  {
    what: 'a household withdraws what it did not see',
    file: 'src/domains/billing/disputes/lock-dispute.ts',
    find: 'found.version !== version)',
    replace: "found.version !== version && found.state === 'OPEN')",
    caughtBy: 'src/domains/billing/disputes/disputes.test.ts',
    test: 'does not take back what the office answered',
  },
  {
    what: 'a category counts by date and nobody approved it',
    file: BY_DATE,
    find: " and k.state = 'APPROVED'",
    replace: '',
    caughtBy: BY_DATE_TEST,
    test: 'no category without an approved change',
  },
  {
    what: 'the first category of a connection is written over',
    file: BY_DATE,
    find: ' and k.category = old.category',
    replace: '',
    caughtBy: BY_DATE_TEST,
    test: 'the first category stays',
  },
  {
    what: 'bills of a reversed run are handed out on paper',
    file: SEND,
    find: " and r.state <> 'REVERSED'",
    replace: '',
    caughtBy: REVERSED,
    test: 'a reversed run takes its prints with it',
  },
  {
    what: 'a print of a reversed run is written again',
    file: 'src/domains/billing/prints/actions/start-print.ts',
    find: " and r.state = 'REVERSED'",
    replace: ' and false',
    caughtBy: REVERSED,
    test: 'a reversed run takes its prints with it',
  },
  {
    what: 'the file of leaks does not name who decided',
    file: 'src/domains/billing/leaks/exports.ts',
    find: "    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্ত নিয়েছেন']),\n",
    replace: '',
    caughtBy: 'src/domains/billing/leaks/sums-of-leaks.test.ts',
    test: 'the file names who decided',
  },
];
