/** Breaks by hand: Bills that the database keeps, months of a run, its reversal, and figures to the poisha. */
import type { Break } from './break.ts';

const KEPT = 'src/domains/billing/invoices/kept-bills.test.ts';
const MONTHS = 'src/domains/billing/bill-run/months.test.ts';
const LEFT_OUT = 'src/domains/billing/bill-run/left-out.test.ts';
const REVERSE = 'src/domains/billing/bill-run/reverse-run.test.ts';
const SPLIT = 'src/domains/billing/calculation/split-bills.property.test.ts';
const PRINT = 'src/domains/billing/invoices/recalculate-from-print.test.ts';
const CONSUMER = 'test/conformance/consumer-tables.test.ts';

const MIGRATION = 'migrations/0037_bills_are_kept.sql';
const CHUNK = 'src/domains/billing/bill-run/calculate-chunk.ts';
const REVERSAL = 'src/domains/billing/bill-run/actions/reverse-run.ts';
const CALCULATION = 'src/domains/billing/calculation/calculate-bills.ts';
const SHARES = 'src/domains/billing/invoices/explain-shares.rules.ts';
const WORDS = 'src/domains/billing/invoices/explain-words.rules.ts';

export const runs: readonly Break[] = [
  {
    what: 'the program may change a posted bill',
    file: MIGRATION,
    find: 'revoke update, delete, truncate on billing.invoices from jolkol_app;',
    replace: '',
    caughtBy: KEPT,
  },
  {
    what: 'the program may change the due day of a posted bill',
    file: MIGRATION,
    find: 'grant update (settled_minor, cancelled_on, ',
    replace: 'grant update (settled_minor, cancelled_on, due_on, ',
    caughtBy: KEPT,
  },
  {
    what: 'lines of posted bills change',
    file: MIGRATION,
    find: "select platform.append_only('billing.invoice_lines');",
    replace: '',
    caughtBy: KEPT,
  },
  {
    what: 'a posted bill gets another line',
    file: MIGRATION,
    find: 'having min(a.line_no) <> 1',
    replace: 'having false',
    caughtBy: KEPT,
  },
  {
    what: 'a cancelled bill lives again',
    file: MIGRATION,
    find: 'when (old.cancelled_on is not null\n',
    replace: 'when (false\n',
    caughtBy: KEPT,
  },
  {
    what: 'new tables are open to consumers',
    file: MIGRATION,
    find: "execute format('alter default privileges in schema %I revoke select on tables from jolkol_consumer', name);",
    replace: 'null;',
    caughtBy: CONSUMER,
  },
  {
    what: 'new schemas are open to consumers',
    file: MIGRATION,
    find: "execute format('alter default privileges in schema %I grant usage on sequences to jolkol_app', name);",
    replace:
      "execute format('alter default privileges in schema %I grant select on tables to jolkol_consumer', name);",
    caughtBy: CONSUMER,
  },
  {
    what: 'consumers may read the items of bill runs',
    file: MIGRATION,
    find: 'billing.bill_run_items, billing.tariff_blocks',
    replace: 'billing.tariff_blocks',
    caughtBy: CONSUMER,
  },
  {
    what: 'shares of days are cut to decimals before a line is rounded',
    file: CALCULATION,
    find: 'sql`div(2 * (${sum}) * last.money_factor + (${perTaka}), 2 * (${perTaka}))::bigint`',
    replace: 'sql`round((${sum}) * trunc(1.0 / (${perTaka}), 12) * last.money_factor)::bigint`',
    caughtBy: SPLIT,
  },
  {
    what: 'units of volume are not brought to one',
    file: CALCULATION,
    find: 'd.of_active * v.rates[k.block] * v.unit_others\n        when',
    replace: 'd.of_active * v.rates[k.block]\n        when',
    caughtBy: 'src/domains/billing/calculation/calculate-bills.test.ts',
  },
  {
    what: 'months are counted by their days',
    file: CHUNK,
    find: 'case when q.period is null then r.read_on',
    replace: 'case when true then r.read_on',
    caughtBy: MONTHS,
    test: 'how many months',
  },
  {
    what: 'a month is billed over an unbilled one',
    file: CHUNK,
    find: "when q.state <> 'BILLED' and f.connection_id is null then 'month_before_unbilled' end",
    replace: 'end',
    caughtBy: MONTHS,
    test: 'not billed over',
  },
  {
    what: 'months without a reading are not looked behind',
    file: CHUNK,
    find: 'then (${readingBefore(sql`e.state`)})',
    replace: 'then null',
    caughtBy: MONTHS,
    test: 'looked behind',
  },
  {
    what: 'what was released is held again',
    file: CHUNK,
    find: ' and f.connection_id is null then',
    replace: ' then',
    caughtBy: MONTHS,
    test: 'held with its reason',
  },
  {
    what: 'closed accounts get no final bill',
    file: CHUNK,
    find: "case when c.disconnected_on is null then c.status <> 'closed'",
    replace: "c.status <> 'closed' and case when c.disconnected_on is null then true",
    caughtBy: LEFT_OUT,
    test: 'account that is closed',
  },
  {
    what: 'a reading after the last month makes no final bill',
    file: CHUNK,
    find: 'and f.period = ${run.period}::date and f.living limit 1) is true end',
    replace: 'and false limit 1) is true end',
    caughtBy: LEFT_OUT,
    test: 'account that is closed',
  },
  {
    what: 'a month that a later bill covers is listed as unbilled',
    file: 'src/domains/billing/bill-run/unbilled-months.ts',
    find: 'and i.period_from < n.month',
    replace: 'and false and i.period_from < n.month',
    caughtBy: LEFT_OUT,
    test: 'never billed',
  },
  {
    what: 'cancelled bills count as bills of their month',
    file: 'src/domains/billing/bill-run/unbilled-months.ts',
    find: 'and i.period = m.month\n          and i.cancelled_on is null',
    replace: 'and i.period = m.month\n          and true',
    caughtBy: LEFT_OUT,
    test: 'never billed',
  },
  {
    what: 'a run is dated on any day',
    file: 'src/domains/billing/bill-run/issue-day.ts',
    find: 'if (issuedOn < from || issuedOn > to) throw',
    replace: 'if (false) throw',
    caughtBy: MONTHS,
    test: 'issue day',
  },
  {
    what: 'a run is dated in the next month',
    file: 'src/domains/billing/bill-run/issue-day.ts',
    find: 'addDays(today, issueDaysAhead), endOfMonth].toSorted()',
    replace: 'addDays(today, issueDaysAhead)]',
    caughtBy: MONTHS,
    test: 'issue day',
  },
  {
    what: 'a run that waited too long is posted',
    file: 'src/domains/billing/bill-run/actions/approve-run.ts',
    find: '  await checkIssueDay(tx, actor, run.issuedOn);\n',
    replace: '',
    caughtBy: MONTHS,
    test: 'issue day',
  },
  {
    what: 'a run is reversed although a bill is paid',
    file: REVERSAL,
    find: "then 'paid'",
    replace: 'then null',
    caughtBy: REVERSE,
    test: 'payment on one bill',
  },
  {
    what: 'only the bills without an obstacle are cancelled',
    file: REVERSAL,
    find: ' and not exists (select from bills where obstacle is not null)',
    replace: ' and b.obstacle is null',
    caughtBy: REVERSE,
    test: 'payment on one bill',
  },
  {
    what: 'a run is reversed although a bill is corrected',
    file: REVERSAL,
    find: "then 'corrected'",
    replace: 'then null',
    caughtBy: REVERSE,
    test: 'corrected bill',
  },
  {
    what: 'a run is reversed although a later month is billed',
    file: REVERSAL,
    find: "then 'built_on' end",
    replace: 'then null end',
    caughtBy: REVERSE,
    test: 'later month',
  },
  {
    what: 'bills of a closed month are reversed',
    file: REVERSAL,
    find: '  await refuseClosedMonth(tx, run.issuedOn);\n  const bills',
    replace: '  const bills',
    caughtBy: REVERSE,
    test: 'closed month, of the bills',
  },
  {
    what: 'advances that paid reversed bills are lost',
    file: REVERSAL,
    find: '  await moveAdvances(tx, actor, { uses, businessDate });\n',
    replace: '',
    caughtBy: REVERSE,
    test: 'an advance that paid it',
  },
  {
    what: 'whoever asks for a reversal decides it',
    file: 'migrations/0038_runs_are_reversed.sql',
    find: 'check (not two_person or decided_by is null or decided_by is distinct from requested_by)',
    replace: 'check (true)',
    caughtBy: REVERSE,
    test: 'the person who asks does not decide',
  },
  {
    what: 'readings of a reversed run stay as they are',
    file: 'src/domains/meters/actions/mark-billed.ts',
    find: "when not ${open} then 'APPROVED'",
    replace: "when true then 'APPROVED'",
    caughtBy: REVERSE,
    test: 'asked by one person',
  },
  {
    what: 'the journals of a reversed run are repeated',
    file: 'src/domains/ledger/actions/post-journal.ts',
    find: 'e.party_id, -e.amount_minor, r.business_date',
    replace: 'e.party_id, e.amount_minor, r.business_date',
    caughtBy: REVERSE,
    test: 'asked by one person',
  },
  {
    what: 'the explanation drops the part of a block',
    file: SHARES,
    find: 'const used = over(\n',
    replace: 'const used = ((a: Rational, _by: bigint) => a)(\n',
    caughtBy: PRINT,
  },
  {
    what: 'the explanation prints no shares of days',
    file: WORDS,
    find: '...(days === of ? [] : [`${formats.number(days)}/${formats.number(of)}`]),',
    replace: '',
    caughtBy: PRINT,
  },
];
