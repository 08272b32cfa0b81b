/** Faults in ageing and in the dunning ladder. */
import type { Break } from '../break.ts';

const ageing = 'src/domains/collections/ageing/queries.ts';
const ofDays = 'src/domains/collections/ageing/ageing-of-days.test.ts';
const debt = 'src/domains/collections/cases/debt.ts';
const cases = 'src/domains/collections/cases/steps.ts';
const climb = 'src/domains/collections/ladder/climb-ladder.test.ts';
const approve = 'src/domains/collections/cases/actions/approve-disconnections.ts';
const looked = 'src/domains/collections/cases/actions/look-at-case.ts';
const sent = 'src/domains/collections/cases/disconnect-and-reconnect.test.ts';
const given = 'src/domains/collections/cases/given-up-and-hanging.test.ts';

export const dunning: readonly Break[] = [
  {
    what: 'a bill that was cancelled since was not open on a day before',
    file: ageing,
    find: ' union select id from billing.invoices where cancelled_on > ${day}',
    replace: '',
    caughtBy: ofDays,
  },
  {
    what: 'what was paid since is missing on a day before',
    file: ageing,
    find: 'select invoice_id from (${settledAfter(day)}) a union ',
    replace: '',
    caughtBy: ofDays,
  },
  {
    what: 'an advance that was used since is missing on a day before',
    file: ageing,
    find: ' where u.used_on > ${day}',
    replace: ' where false',
    caughtBy: ofDays,
  },
  {
    what: 'a bill counts before it is issued',
    file: ageing,
    find: 'where i.cancelled_on is null and i.settled_minor < i.total_minor and i.issued_on <= ${day}',
    replace: 'where i.cancelled_on is null and i.settled_minor < i.total_minor',
    caughtBy: ofDays,
  },
  {
    what: 'a bill that is disputed is late',
    file: debt,
    find: '      and not ${isHeld(day)} and ${counts}',
    replace: '      and ${counts}',
    caughtBy: climb,
  },
  {
    what: 'days of a hold count as late',
    file: debt,
    find: "min(i.due_on + ${heldDaysWithBillBefore('i', day)})",
    replace: 'min(i.due_on)',
    caughtBy: climb,
  },
  {
    what: 'a hold that was asked for today does not count until tomorrow',
    file: debt,
    find: " or ${heldWithBillOn('i', sql`(${day} + 1)`)}",
    replace: '',
    caughtBy: climb,
  },
  {
    what: 'less than the least amount is enough',
    file: cases,
    find: 'd.due_minor >= ${leastMinor}::bigint and ',
    replace: '',
    caughtBy: climb,
  },
  {
    what: 'the notice does not wait for the time of the reminder',
    file: cases,
    find: ' and k.pay_by < ${day(chunk.day)} and c.status',
    replace: ' and c.status',
    caughtBy: climb,
  },
  {
    what: 'what a person saw is not compared with what is late',
    file: cases,
    find: ' and d.due_minor = s."dueMinor"',
    replace: '',
    caughtBy: sent,
  },
  {
    what: 'a case that moved is approved in its old version',
    file: cases,
    find: ' and k.version = s.version',
    replace: '',
    caughtBy: sent,
  },
  {
    what: 'a case is approved that is not ready',
    file: cases,
    find: '    where ${isReady(on, ladder)}`;',
    replace: '    `;',
    caughtBy: sent,
  },
  {
    what: 'some of the chosen are sent for although one moved',
    file: approve,
    find: 'if (moved.length > 0 || found.length < ids.length)',
    replace: 'if (false)',
    caughtBy: sent,
  },
  {
    what: 'part of the debt brings the water back',
    file: looked,
    find: 'const isPaid = standing.dueMinor === 0 && !standing.isPlanToBegin;',
    replace: 'const isPaid = standing.because !== null || standing.dueMinor < 22_000;',
    caughtBy: sent,
  },
  {
    what: 'an order that somebody ended comes back at once',
    file: looked,
    find: ' && found.stateOn === actor.today',
    replace: ' && false',
    caughtBy: sent,
  },
  {
    what: 'a case is given up although somebody is sent',
    file: 'src/domains/collections/cases/actions/give-up-case.ts',
    find: "  if (!canMove(found.state, 'closed', 'person')) throw fail(errors.case_sent);\n",
    replace: '',
    caughtBy: given,
  },
];
