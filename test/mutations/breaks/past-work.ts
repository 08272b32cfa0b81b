/** Breaks by hand: what is told of work that is not somebody's any more, and of who does it. */
import type { Break } from '../break.ts';

const SEEN = 'src/domains/applications/who-sees-what.test.ts';

export const pastWork: readonly Break[] = [
  {
    what: 'who surveyed keeps the documents',
    file: 'src/domains/applications/pipeline/visible.ts',
    find: 'sql`(${isOwn(actor)} and ${isWorkOf(actor)})`',
    replace: 'isOwn(actor)',
    caughtBy: SEEN,
    test: 'keeps no document',
  },
  {
    what: 'documents of archived work are open to who had it',
    file: 'src/domains/applications/pipeline/visible.ts',
    find: 'sql`(a.archived_at is null and a.state = any(${states}::text[]))`',
    replace: 'sql`(a.state = any(${states}::text[]))`',
    caughtBy: SEEN,
    test: 'keeps no document',
  },
  {
    what: 'a household reads whose account does the work',
    file: 'src/domains/applications/pipeline/item-columns.ts',
    find: "actor.kind === 'consumer' ? sql`null::uuid` : ofUtility(sql`holder.id`)",
    replace: 'ofUtility(sql`a.assignee_id`)',
    caughtBy: 'src/domains/applications/pipeline/planned-visits.test.ts',
  },
  {
    what: 'a visit is planned for any day of the future',
    file: 'src/domains/applications/pipeline/actions/assign-user.ts',
    find: 'visitOn > addDays(actor.today, VISIT_DAYS)',
    replace: "visitOn > '9999-12-31'",
    caughtBy: 'src/domains/applications/pipeline/planned-visits.test.ts',
  },
];
