/** Requests about bills that are refused or taken back: reversals of runs, corrections, categories, prints that were stopped; and rules that wait. */
import type { Break } from '../break.ts';

const RUN = 'src/domains/billing/bill-run/actions/reverse-run.ts';
const RUN_SCHEMA = 'migrations/0460_reversals_of_runs_that_are_given_up.sql';
const RUN_QUERIES = 'src/domains/billing/bill-run/queries.ts';
const ofRun = { caughtBy: 'src/domains/billing/bill-run/reversals-given-up.test.ts' };
const DECIDE = 'src/domains/billing/corrections/actions/decide-correction.ts';
const SCHEMA = 'migrations/0462_corrections_that_are_given_up.sql';
const QUERIES = 'src/domains/billing/corrections/queries.ts';
const NOTICES = 'src/domains/billing/notices.ts';
const ofBill = { caughtBy: 'src/domains/billing/corrections/corrections-given-up.test.ts' };
const ofCategory = { caughtBy: 'src/domains/billing/categories/handed-over.test.ts' };
const ofPrint = { caughtBy: 'src/domains/billing/prints/files-go.test.ts' };
const WAITING_RULES = 'src/domains/billing/settings/rules-that-wait.test.ts';
const CATEGORY = 'src/domains/billing/categories/actions/';

export const givenUpBills: readonly Break[] = [
  {
    what: 'the reversal of a run is refused without a reason',
    ...{ file: RUN, ...ofRun },
    find: '  if (!accept && !remark) throw fail(errors.reversal_reason);\n',
    replace: '',
    test: 'with a reason',
  },
  {
    what: 'who asked to reverse a run is not told that it was refused',
    ...{ file: NOTICES, ...ofRun },
    find: 'account(refused.to)',
    replace: 'account(refused.to && null)',
    test: 'with a reason',
  },
  {
    what: 'the log of a refused reversal says why it was asked for',
    ...{ file: RUN, ...ofRun },
    find: 'reason: accept ? asked.reason : remark',
    replace: 'reason: asked.reason',
    test: 'with a reason',
  },
  {
    what: 'a reversal of a run is decided that the person has not seen',
    ...{ file: RUN, ...ofRun },
    find: 'id = ${reversalId} and run_id = ${id}',
    replace: '${reversalId}::uuid is not null and run_id = ${id}',
    test: 'who saw an earlier request',
  },
  {
    what: 'somebody else takes a request to reverse a run back',
    ...{ file: RUN, ...ofRun },
    find: 'where ${asked} and requested_by = ${actor.userId} returning id',
    replace: 'where ${asked} returning id',
    test: 'nobody else; once',
  },
  {
    what: 'a request to reverse a run is answered a second time',
    ...{ file: RUN, ...ofRun },
    find: "run_id = ${id} and state = 'REQUESTED'`",
    replace: 'run_id = ${id}`',
    test: 'once',
  },
  {
    what: 'the database lets somebody else take a request to reverse a run back',
    ...{ file: RUN_SCHEMA, ...ofRun },
    find: 'then decided_by is not distinct from requested_by else',
    replace: 'then true else',
    test: 'the database keeps it',
  },
  {
    what: 'the database keeps no reason why a run was not reversed',
    ...{ file: RUN_SCHEMA, ...ofRun },
    find: "check ((state in ('REFUSED', 'WITHDRAWN')) = (answer is not null))",
    replace: 'check (true)',
    test: 'the database keeps it',
  },
  {
    what: 'after a request to reverse a run was taken back nobody may ask again',
    ...{ file: RUN_SCHEMA, ...ofRun },
    find: "(run_id) where state in ('REQUESTED', 'DONE')",
    replace: "(run_id) where state <> 'REFUSED'",
    test: 'nobody else; once',
  },
  {
    what: 'a request to reverse a run that was given up is listed among those that wait',
    ...{ file: RUN_QUERIES, ...ofRun },
    find: "v.run_id = ${sql.ref(`${run}.id`)} and v.state = 'REQUESTED')`",
    replace: 'v.run_id = ${sql.ref(`${run}.id`)})`',
    test: 'work of the second person',
  },
  {
    what: 'the reversal of a run that waits is work of nobody',
    ...{ file: RUN_QUERIES, ...ofRun },
    find: "where v.state = 'REQUESTED' order by v.requested_at",
    replace: "where v.state = 'NEVER' order by v.requested_at",
    test: 'work of the second person',
  },
  {
    what: 'a correction of a bill is refused without a reason',
    ...{ file: DECIDE, ...ofBill },
    find: '  if (!accept && !remark) throw fail(errors.refusal_reason);\n',
    replace: '',
    test: 'refused with a reason',
  },
  {
    what: 'who asked for a correction of a bill is not told how it ended',
    ...{ file: DECIDE, ...ofBill },
    find: '  await noticeCorrectionDecided(tx, actor, asked, accept ? undefined : remark);\n',
    replace: '',
    test: 'agreed to',
  },
  {
    what: 'who asked for a correction reads that it was made when it was refused',
    ...{ file: DECIDE, ...ofBill },
    find: 'asked, accept ? undefined : remark)',
    replace: 'asked, undefined)',
    test: 'refused with a reason',
  },
  {
    what: 'the log of a refused correction says why it was asked for',
    ...{ file: DECIDE, ...ofBill },
    find: 'reason: accept ? asked.reason : remark',
    replace: 'reason: asked.reason',
    test: 'refused with a reason',
  },
  {
    what: 'somebody else takes a request to correct a bill back',
    ...{ file: DECIDE, ...ofBill },
    find: 'where id = ${id} and requested_by = ${actor.userId} returning id',
    replace: 'where id = ${id} returning id',
    test: 'taken back',
  },
  {
    what: 'a request to correct a bill is answered a second time',
    ...{ file: DECIDE, ...ofBill },
    find: "  if (asked.state !== 'REQUESTED') throw fail(errors.correction_decided);\n",
    replace: '',
    test: 'taken back',
  },
  {
    what: 'the database lets somebody else take a request to correct a bill back',
    ...{ file: SCHEMA, ...ofBill },
    find: 'then decided_by is not distinct from requested_by else',
    replace: 'then true else',
    test: 'the database keeps it',
  },
  {
    what: 'the database keeps no reason why a bill was not corrected',
    ...{ file: SCHEMA, ...ofBill },
    find: "check ((state in ('REFUSED', 'WITHDRAWN')) = (answer is not null))",
    replace: 'check (true)',
    test: 'the database keeps it',
  },
  {
    what: 'a bill does not say why its correction was refused',
    ...{ file: QUERIES, ...ofBill },
    find: 'refusedCorrection: refused && { ...refused, at }',
    replace: 'refusedCorrection: at === "" ? (refused && { ...refused, at }) : null',
    test: 'refused with a reason',
  },
  {
    what: 'a correction that waits is work of nobody',
    ...{ file: QUERIES, ...ofBill },
    find: "k.state = 'REQUESTED' and k.kind = any(",
    replace: "k.state = 'NEVER' and k.kind = any(",
    test: 'work of who may make it',
  },
  {
    what: 'corrections of one kind are work of who makes the other kind',
    ...{ file: QUERIES, ...ofBill },
    find: ' and k.kind = any(${[...kinds]}::text[])',
    replace: ' and ${[...kinds]}::text[] is not null',
    test: 'work of who may make it',
  },
  {
    what: 'the filter of corrections that wait lists every bill',
    ...{ file: 'src/domains/billing/invoices/queries.ts', ...ofBill },
    find: "actor.kind === 'consumer' ? undefined : query.correctionAsked",
    replace: 'actor.kind === "consumer" ? query.correctionAsked : undefined',
    test: 'work of who may make it',
  },
  {
    what: 'the second person does not read which credit of a leak goes with a bill',
    file: QUERIES,
    caughtBy: 'src/domains/billing/corrections/leak-credits-of-cancelled-bills.test.ts',
    find: "case when c.kind = 'CANCEL' then ${creditsOfLeaks(sql`c.invoice_id`)} else '[]' end",
    replace: "case when c.kind = 'NEVER' then ${creditsOfLeaks(sql`c.invoice_id`)} else '[]' end",
  },
  {
    what: 'who proposed a category is not told that its connection was closed',
    ...{ file: `${CATEGORY}end-proposals.ts`, ...ofCategory },
    find: "    await tellProposer(tx, actor, id, 'CLOSED');\n",
    replace: '',
    test: 'without a successor',
  },
  {
    what: 'who proposed a category is not told that it was approved',
    ...{ file: `${CATEGORY}decide-category.ts`, ...ofCategory },
    find: "  await tellProposer(tx, actor, change.id, 'APPROVED');\n",
    replace: '',
    test: 'is told that it was approved',
  },
  {
    what: 'who proposed a category is not told that a colleague took it back',
    ...{ file: `${CATEGORY}decide-category.ts`, ...ofCategory },
    find: "  await tellProposer(tx, actor, change.id, 'WITHDRAWN');\n",
    replace: '',
    test: 'is told that it was approved',
  },
  {
    what: 'who may open a closed day is not told whose day it is',
    file: 'src/domains/ledger/closings/actions/reopen-day.ts',
    caughtBy: 'src/domains/ledger/closings/reopenings-given-up.test.ts',
    find: "path: '/cash-closing?page=1&state=asked',\n    params: { day, cashier, name: actor.name }",
    replace: "path: '/cash-closing?page=1&state=asked',\n    params: { day, name: actor.name }",
    test: 'whose day it is',
  },
  {
    what: 'a bill of a stopped print is listed as printed',
    ...{ file: 'src/domains/billing/prints/queries.ts', ...ofPrint },
    find: "case when t.state = 'CANCELLED' and b.outcome in ('WAITING', 'PRINTED') then",
    replace: "case when t.state = 'NEVER' and b.outcome in ('WAITING', 'PRINTED') then",
    test: 'listed as stopped',
  },
  {
    what: 'a file of a stopped print is listed as done',
    ...{ file: 'src/domains/billing/prints/queries.ts', ...ofPrint },
    find: "case when t.state = 'CANCELLED' then 'STOPPED' else p.state end",
    replace: 'p.state',
    test: 'listed as stopped',
  },
  {
    what: 'rules by date that wait for a second person are work of who planned them',
    file: 'src/domains/settings/dated/work-queue.ts',
    caughtBy: WAITING_RULES,
    find: ' and planned_by is distinct from ${actor.userId}::uuid',
    replace: '',
  },
  {
    what: 'rules by date that were approved stay work',
    file: 'src/domains/settings/dated/work-queue.ts',
    caughtBy: WAITING_RULES,
    find: "and state = 'PLANNED'",
    replace: "and state <> 'WITHDRAWN'",
  },
  {
    what: 'a tariff that is announced is work of who wrote it',
    file: 'src/domains/billing/settings/work-queues.ts',
    caughtBy: WAITING_RULES,
    find: ' and not coalesce(${actor.userId}::uuid = any(v.author_ids), false)',
    replace: '',
  },
  {
    what: 'who planned a run is not told that it was not approved',
    file: 'src/domains/billing/bill-run/actions/give-up-run.ts',
    caughtBy: 'src/domains/billing/bill-run/refused-runs.test.ts',
    find: '  await noticeGivenUp(tx, actor, run, reason);\n',
    replace: '',
    test: 'who may approve a run refuses',
  },
  {
    what: 'a run is refused that was calculated again since the person saw it',
    file: 'src/domains/billing/bill-run/actions/give-up-run.ts',
    caughtBy: 'src/domains/billing/bill-run/refused-runs.test.ts',
    find: '  if (run.version !== input.version) throw fail(commonErrors.stale_version);\n',
    replace: '',
    test: 'who may approve a run refuses',
  },
  {
    what: 'a run is refused in any state',
    file: 'src/domains/billing/bill-run/actions/give-up-run.ts',
    caughtBy: 'src/domains/billing/bill-run/refused-runs.test.ts',
    find: '  if (!to) throw fail(errors.run_state, { state: run.state });\n',
    replace: '',
    test: 'is refused',
  },
];
