/** Breaks by hand: What waits for whom on the first page, whose figures are shown, and what a file of a list shows. */
import type { Break } from '../break.ts';

const WAITS = 'src/domains/applications/pipeline/waits-for.ts';
const caughtBy = 'src/domains/dashboard/work/own-work.test.ts';
const figures = 'src/domains/dashboard/queries.ts';
const queues = 'src/domains/dashboard/work/queries.ts';

const changes = 'src/domains/dashboard/changes-of-home.test.ts';

export const home: readonly Break[] = [
  {
    what: 'a change of owner that is over stays on the first page',
    file: 'src/domains/ownership/queries.ts',
    find: "where p.side is not null and ${isOpen('r')}",
    replace: 'where p.side is not null',
    caughtBy: changes,
    test: 'from the consent to the end',
  },
  {
    what: 'the new owner is asked by the consent of the present one',
    file: 'src/domains/ownership/queries.ts',
    find: "case when p.side = 'NEW' then r.new_agreed else r.present_agreed end",
    replace: 'r.present_agreed',
    caughtBy: changes,
    test: 'from the consent to the end',
  },
  {
    what: 'a change that asks for nothing comes before one that does',
    file: 'src/domains/ownership/queries.ts',
    find: 'Number(isAskedNow(b.asked)) - Number(isAskedNow(a.asked))',
    replace: '0 * Number(isAskedNow(b.asked)) * Number(isAskedNow(a.asked))',
    caughtBy: changes,
    test: 'comes first',
  },
  {
    what: 'papers are asked for although all are there',
    file: 'src/domains/ownership/asked.rules.ts',
    find: "state === 'CONSENTED' && lacksPapers",
    replace: "state === 'CONSENTED' && (lacksPapers || true)",
    caughtBy: changes,
    test: 'from the consent to the end',
  },
  {
    what: 'anybody learns which papers a change of owner has',
    file: 'migrations/0190_papers_with_the_request.sql',
    find: `
    and (r.from_consumer_id = any (consumers.known_as(platform.consumer_id()))
      or r.to_consumer_id = any (consumers.known_as(platform.consumer_id()))
      or (r.to_consumer_id is null and r.phone = (select c.phone from consumers.consumers c where c.id = platform.consumer_id())))`,
    replace: '',
    caughtBy: changes,
    test: 'to the two owners only',
  },
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
    find: 'states[state] = work[state]?.waiting ?? 0',
    replace: 'states[state] = (await countStates(db, actor, [state]))[state] ?? 0',
    caughtBy,
  },
  {
    what: 'badges of a consumer count what waits for staff',
    file: 'src/domains/applications/pipeline/waits-for.ts',
    find: "actor.kind === 'staff' && ",
    replace: '',
    caughtBy,
  },
  {
    what: 'the list behind a queue has all rows',
    file: 'src/domains/applications/list-conditions.ts',
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
    find: 'permissions.some((word) => canWork(actor.permissions, word))',
    replace: 'permissions.length > 0',
    caughtBy,
  },
  {
    what: 'the rows of a home are not in the order of their last days',
    file: queues,
    find: 'SHOWN - firsts.size)].toSorted(byDue)',
    replace: 'SHOWN - firsts.size)].toReversed()',
    caughtBy,
  },
  {
    what: 'a home lists every row of each queue',
    file: queues,
    find: '.slice(0, SHOWN - firsts.size)',
    replace: '',
    caughtBy,
  },
  {
    what: 'many rows of one queue leave no row to the others',
    file: queues,
    find: 'const others = items.toSorted(byDue).filter((item) => !firsts.has(item));',
    replace: 'const others = items.toSorted(byDue);\n  firsts.clear();',
    caughtBy: 'src/domains/ledger/closings/open-days-wait.test.ts',
    test: 'leave a row to each other queue',
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
    find: ' order by p."dueMinor" desc, p.number`,',
    replace: ' order by p."dueMinor", p.number`,',
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
  {
    what: 'the PDF of a list has columns that the screen does not show',
    file: 'src/web/ui/list/views/arrangement.rules.ts',
    find: "format === 'PDF' || ",
    replace: '',
    caughtBy: 'src/web/ui/list/views/arrangement.rules.test.ts',
  },
];
