/** Breaks by hand: What waits for whom on the first page, and whose figures are shown. */
import type { Break } from '../break.ts';

const WAITS = 'src/domains/applications/pipeline/waits-for.ts';
const caughtBy = 'src/domains/dashboard/work/own-work.test.ts';
const figures = 'src/domains/dashboard/queries.ts';
const queues = 'src/domains/dashboard/work/queries.ts';

export const home: readonly Break[] = [
  {
    what: 'what is assigned to somebody else waits for everybody who may do it',
    file: 'src/domains/applications/pipeline/visible.ts',
    find: 'sql`(${isOwn(actor)} or not ${hasWorker(work)})`',
    replace: 'sql`(${isOwn(actor)} or ${hasWorker(work)} or true)`',
    caughtBy,
  },
  {
    what: 'what is on hold waits for somebody',
    file: WAITS,
    find: 'a.archived_at is null and a.overlay is null and',
    replace: 'a.archived_at is null and',
    caughtBy,
  },
  {
    what: 'what is archived is counted as waiting',
    file: WAITS,
    find: 'a.archived_at is null and a.overlay is null and',
    replace: 'a.overlay is null and',
    caughtBy,
  },
  {
    what: 'a submitted survey still waits for its surveyor',
    file: WAITS,
    find: 'sql`${free} and not ${submitted(sql`true`)}`',
    replace: 'free',
    caughtBy,
  },
  {
    what: 'their own survey waits for their own approval',
    file: WAITS,
    find: 'w.surveyor_id <> ${userId}::uuid and (',
    replace: '${userId}::uuid is not null and (',
    caughtBy,
  },
  {
    what: 'a survey of somebody who may approve others waits for nobody',
    file: WAITS,
    find: '(w.surveyor_id = a.assignee_id or ${free})',
    replace: '${free}',
    caughtBy,
  },
  {
    what: 'a recorded installation still waits for the installer',
    file: WAITS,
    find: 'sql`${free} and not ${installed}`',
    replace: 'free',
    caughtBy,
  },
  {
    what: 'an installation waits to be confirmed before it is recorded',
    file: WAITS,
    find: 'sql`${free} and ${installed}`',
    replace: 'free',
    caughtBy,
  },
  {
    what: 'badges of a surveyor count what was theirs',
    file: 'src/domains/applications/badges.ts',
    find: "!may(actor, 'applications:view-all')",
    replace: 'false',
    caughtBy,
  },
  {
    what: 'badges of a consumer count what waits for staff',
    file: 'src/domains/applications/badges.ts',
    find: "actor.kind === 'staff' && ",
    replace: '',
    caughtBy,
  },
  {
    what: 'the list behind a queue has all rows',
    file: 'src/domains/applications/queries.ts',
    find: '...whether(query.waits, waitsFor(actor)),',
    replace: '',
    caughtBy,
  },
  {
    what: 'money of the town is shown to all who see bills',
    file: figures,
    find: "['dashboard:town', 'invoices:view']",
    replace: "['invoices:view']",
    caughtBy,
  },
  {
    what: 'applications of the town are counted for all who see some',
    file: figures,
    find: "['dashboard:town', 'applications:view']",
    replace: "['applications:view']",
    caughtBy,
  },
  {
    what: 'connections of the town are counted for every reader',
    file: figures,
    find: "may(actor, 'dashboard:town') ? found.active : null",
    replace: 'found.active',
    caughtBy,
  },
  {
    what: 'a drawer is shown to somebody who keeps none',
    file: figures,
    find: "actor.userId !== null && may(actor, 'closings:close-day')",
    replace: 'actor.userId !== null',
    caughtBy: 'src/domains/dashboard/home-figures.test.ts',
  },
  {
    what: 'queues are shown to people without their words',
    file: queues,
    find: 'permissions.some((word) => may(actor, word))',
    replace: 'permissions.length > 0',
    caughtBy,
  },
  {
    what: 'the rows of a home are not in the order of their last days',
    file: queues,
    find: 'items.toSorted(byDue)',
    replace: 'items.toReversed()',
    caughtBy,
  },
  {
    what: 'a home lists every row of each queue',
    file: queues,
    find: '.slice(0, SHOWN)',
    replace: '',
    caughtBy,
  },
  {
    what: 'the administrator gets the act of a cashier',
    file: queues,
    find: "if (actor.role === 'admin') return null;",
    replace: '',
    caughtBy,
  },
  {
    what: 'among the hits of the counter who owes is anywhere',
    file: 'src/domains/payments/payables/queries.ts',
    find: 'order by "dueMinor" desc, number limit ${MOST}`,',
    replace: 'limit ${MOST}`,',
    caughtBy: 'src/domains/payments/payables/find-payables.test.ts',
  },
  {
    what: 'the day that is not over waits to be closed',
    file: 'src/domains/ledger/closings/queries.ts',
    find: 'and o.day < ${today}::date',
    replace: 'and o.day <= ${today}::date',
    caughtBy: 'src/domains/ledger/closings/open-days-wait.test.ts',
  },
  {
    what: 'the open days of others wait for the cashier',
    file: 'src/domains/ledger/closings/queries.ts',
    find: 'openDays(sql`o.cashier_id = ${cashierId} and',
    replace: 'openDays(sql`true and',
    caughtBy: 'src/domains/ledger/closings/open-days-wait.test.ts',
  },
];
