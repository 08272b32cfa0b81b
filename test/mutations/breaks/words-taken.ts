/** Open work of people whose role loses the word for it. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/roles/words-that-are-taken.test.ts';

export const wordsTaken: readonly Break[] = [
  {
    what: 'a role loses a word and its people keep the tickets',
    file: 'src/domains/roles/actions/set-permission.ts',
    find: 'await work.letGo?.(tx, actor, userId);',
    replace: 'if (userId === work.kind) return {};',
    caughtBy,
    test: 'tickets of its agents',
  },
  {
    what: 'a ticket is given to somebody whose role just lost the word',
    file: 'src/domains/support/steps/actions/assign-ticket.ts',
    find: '  await holdAccounts(tx, [userId]);\n',
    replace: '',
    caughtBy,
    test: 'of two at the same time',
  },
  {
    what: 'who came along in a crew stays in it',
    file: 'src/domains/work-orders/steps/actions/hand-over-orders.ts',
    find: 'where ${isLive} and m.left_at is null) w',
    replace: 'where false) w',
    caughtBy,
    test: 'orders of its crews',
  },
  {
    what: 'a deputy whose role lost the word keeps the desk',
    file: 'src/domains/applications/noc/actions/hand-over-desks.ts',
    find: 'await endDelegations(tx, actor, sql`g.deputy_id = ${userId}::uuid`);',
    replace: '',
    caughtBy,
    test: 'a deputy decides no more',
  },
  {
    what: 'the preview counts what a person may not do anyway',
    file: 'src/domains/applications/pipeline/actions/hand-over-applications.ts',
    find: ' and ${WORK} = any(${[...words]}::text[]) group by',
    replace: ' group by',
    caughtBy,
    test: 'what is assigned',
  },
];
