/** Breaks by hand: each rise of an advance that nobody uses is told once; no two prices begin on one day; what leads to a record. */
import type { Break } from '../break.ts';

const MIGRATION = 'migrations/0088_advances_that_rise_and_days_that_are_taken.sql';
const TELL = 'src/domains/billing/invoices/actions/tell-advances.ts';
const RISE = 'src/domains/billing/invoices/advances-that-rise.test.ts';
const TAKEN = 'src/domains/billing/tariffs/days-that-are-taken.test.ts';

export const rises: readonly Break[] = [
  {
    what: 'what comes after the final bill is told to nobody',
    file: MIGRATION,
    find: "    perform platform.add_job('billing:tell-advance', json_build_object('connectionId', new.party_id));\n",
    replace: '    null;\n',
    caughtBy: RISE,
  },
  {
    what: 'an advance that is there at the closing, when no bill comes any more, is told to nobody',
    file: MIGRATION,
    find: "    perform platform.add_job('billing:tell-advance', json_build_object('connectionId', new.id));\n",
    replace: '',
    caughtBy: RISE,
  },
  {
    what: 'what went away and came again is told to nobody',
    file: MIGRATION,
    find: 'update billing.told_advances t set told_minor = advance where t.connection_id = new.party_id and t.told_minor > advance;',
    replace: 'null;',
    caughtBy: RISE,
  },
  {
    what: 'what comes and is used in one transaction is a rise',
    file: MIGRATION,
    find: 'deferrable initially deferred for each row',
    replace: 'for each row',
    caughtBy: RISE,
  },
  {
    what: 'a connection that was opened again keeps what was told of it',
    file: MIGRATION,
    find: '    delete from billing.told_advances t where t.connection_id = new.id;\n',
    replace: '    null;\n',
    caughtBy: RISE,
  },
  {
    what: 'the program says itself of which connections it is told',
    file: MIGRATION,
    find: 'revoke insert, delete, truncate on billing.told_advances from jolkol_app;',
    replace: '',
    caughtBy: RISE,
  },
  {
    what: 'an advance is told with each look at it',
    file: TELL,
    find: ' and l.advance_minor > t.told_minor',
    replace: '',
    caughtBy: RISE,
  },
  {
    what: 'an advance is told before the final bill has used its part',
    file: TELL,
    find: "and i.cancelled_on is null and i.settled_minor < i.total_minor and ${ownOpen('i')} > 0)",
    replace: 'and false)',
    caughtBy: RISE,
  },
  {
    what: 'who pays advances back does not learn of a rise',
    file: TELL,
    find: '    await noticeAdvanceRose(tx, actor, told);\n',
    replace: '',
    caughtBy: RISE,
  },
  {
    what: 'the consumer does not learn of a rise by the bell',
    file: TELL,
    find: '  await noticeOwnAdvances(tx, actor, told);\n',
    replace: '',
    caughtBy: RISE,
  },
  {
    what: 'the same telling is used for two rises, and the second one is not told',
    file: TELL,
    find: ', telling = uuidv7()',
    replace: '',
    caughtBy: RISE,
  },
  {
    what: 'a tariff is drafted for the day of an approved one',
    file: 'src/domains/billing/tariffs/actions/write-tariff.ts',
    find: "where not exists (select from billing.tariff_versions o where o.state = 'APPROVED'",
    replace: 'where not exists (select from billing.tariff_versions o where false',
    caughtBy: TAKEN,
  },
  {
    what: 'a draft moves to the day of an approved one, or is announced for it',
    file: MIGRATION,
    find: "o.state = 'APPROVED' and o.id <> new.id",
    replace: 'false',
    caughtBy: TAKEN,
  },
  {
    what: 'the day of an approved tariff is taken for all categories',
    file: MIGRATION,
    find: 'where o.category = new.category and o.effective_from',
    replace: 'where o.effective_from',
    caughtBy: TAKEN,
  },
  {
    what: 'a version in draft of another one’s day takes it',
    file: MIGRATION,
    find: "when (new.state in ('DRAFT', 'ANNOUNCED'))",
    replace: "when (new.state in ('DRAFT'))",
    caughtBy: TAKEN,
  },
  {
    what: 'the refusal of a run does not name the sector of the run that is in the way',
    file: 'src/domains/billing/bill-run/actions/insert-run.ts',
    find: "coalesce(s.number, '') as sector",
    replace: "'' as sector",
    caughtBy: 'src/domains/billing/bill-run/open-runs.test.ts',
    test: 'are refused while one is open',
  },
  {
    what: 'the notice of an alarm about money leads to the list of all',
    file: 'src/domains/payments/gateway/alarms.ts',
    find: 'path: alarmPath(raised.id),',
    replace: "path: '/alarms?page=1',",
    caughtBy: 'src/domains/payments/alarms/work-through-alarms.test.ts',
    test: 'the work list',
  },
  {
    what: 'the row of the home of an alarm about money leads to the list of all',
    file: 'src/domains/payments/work-queues.ts',
    find: 'to: { path: alarmPath(alarm.id) },',
    replace: "to: rows('/alarms', query),",
    caughtBy: 'src/domains/payments/alarms/work-through-alarms.test.ts',
    test: 'the work list',
  },
  {
    what: 'a proposal is not found by the order of its alarm',
    file: 'src/domains/payments/proposals/queries.ts',
    find: "where ${exact} in (a.details ->> 'orderId', o.order_id)",
    replace: 'where false',
    caughtBy: 'src/domains/payments/alarms/work-through-alarms.test.ts',
    test: 'one proposes, another one decides',
  },
  {
    what: 'two approved tariffs of a category begin on one day',
    file: 'migrations/0009_billing_tariffs.sql',
    find: 'create unique index tariff_versions_effective_key',
    replace: 'create index tariff_versions_effective_key',
    caughtBy: TAKEN,
  },
];
