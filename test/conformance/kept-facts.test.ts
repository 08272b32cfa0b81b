/**
 * What posted money rests on: readings, registers of assignments, runs with their outcomes, and what was decided. The
 * program's own role cannot change or delete it by any statement, neither by mistake nor by intent.
 */
import { expect, test } from 'vitest';
import { makeTown, reverse } from '#domains/billing/bill-run/factory-reversal.ts';
import { adjustMeterReading } from '#domains/billing/corrections/contract.ts';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { all, execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';

const town = await makeTown();
const { app, planner, id: runId, made } = town;
const [first, second] = made.map(({ id }) => id);

const INSUFFICIENT_PRIVILEGE = '42501';

/** What the database says to the program, at the statement or at the commit. */
async function refusal(statement: Sql): Promise<string | undefined> {
  try {
    await transaction(app.db, (tx) => execute(tx, statement));
    return undefined;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    return constraint ?? code;
  }
}

const bill = await one<{ id: string; version: number }>(
  app.db,
  sql`select id, version from billing.invoices where run_id = ${runId} and connection_id = ${first}`,
);
const corrected = { invoiceId: bill.id, version: bill.version, registerLitres: 29_000, reason: 'misread' };
await app.call(adjustMeterReading, { as: planner, body: corrected });
const tender = { method: 'CASH' as const };
const payment = await app.call(makePayment, {
  as: planner,
  body: { connectionId: String(second), amountMinor: 100_00, tender },
});
await app.call(reversePayment, { as: planner, body: { paymentId: payment.id, reason: 'wrong' } });

/** Of each table what its steps write; nothing else is ever changed, and no row is deleted. */
const WRITTEN: Record<string, string[]> = {
  'meters.assignments': ['changed_at', 'final_discarded', 'final_litres', 'final_status', 'removed_on'],
  'billing.corrections': ['answer', 'decided_at', 'decided_by', 'state'],
  'billing.bill_run_reversals': ['answer', 'decided_at', 'decided_by', 'state'],
  'payments.links': ['replaced_at'],
  'payments.reversals': ['decided_at', 'decided_by', 'decision_remark', 'state'],
  'payments.bank_files': [
    ...[
      'give_up_reason',
      'given_up_at',
      'given_up_by',
      'posted_at',
      'posted_on',
      'state',
      'statement_reference',
    ],
  ],
  'payments.bank_downloads': [
    ...[
      'amount_minor',
      'booked_minor',
      'bytes',
      'checked_at',
      'fee_minor',
      'kept_at',
      'row_count',
      'sha256',
      'state',
    ],
  ],
  'payments.bank_rows': ['dropped', 'repeats'],
  'payments.proposals': ['decided_at', 'decided_by', 'decision_remark', 'payment_id', 'state'],
  'billing.bill_runs': [
    ...['approved_at', 'approved_by', 'cancel_reason', 'cancelled_at', 'cancelled_by', 'due_on', 'issued_on'],
    ...['posted_at', 'proof', 'state', 'version'],
  ],
};

test.each(Object.entries(WRITTEN))('%s: the program writes what its steps write', async (table, columns) => {
  const found = await all<{ name: string }>(
    app.owner.db,
    sql`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
        and has_column_privilege('jolkol_app', attrelid, attnum, 'update') order by attname`,
  );
  expect(found.map(({ name }) => name)).toEqual(columns);
  expect(await refusal(sql`delete from ${sql.raw(table)}`)).toBe(INSUFFICIENT_PRIVILEGE);
  expect(await refusal(sql`truncate ${sql.raw(table)} cascade`)).toBe(INSUFFICIENT_PRIVILEGE);
});

/** Their steps change them; nobody takes one away. */
const KEPT = [
  ...['ownership.requests', 'ownership.consents', 'ownership.changes', 'billing.taken_over_bills'],
  ...['billing.paid_of_taken', 'billing.moved_credits'],
  ...['applications.applications', 'applications.surveys', 'applications.installations'],
  ...['applications.demand_notes', 'applications.signatures', 'applications.timeline'],
  ...['work_orders.orders', 'work_orders.crew_members', 'work_orders.timeline'],
  ...['payments.inbox', 'payments.orders', 'payments.sandbox_orders', 'platform.number_series'],
  ...['support.tickets', 'support.messages', 'support.notes', 'support.timeline'],
];

test.each(KEPT)('%s: no row is deleted', async (table) => {
  expect(await refusal(sql`delete from ${sql.raw(table)}`)).toBe(INSUFFICIENT_PRIVILEGE);
  expect(await refusal(sql`truncate ${sql.raw(table)} cascade`)).toBe(INSUFFICIENT_PRIVILEGE);
});

const FACTS = [
  'connection_id',
  ...['meter_id', 'period', 'read_on', 'register_litres', 'previous_litres', 'previous_on'],
  ...['consumption_litres', 'source', 'taken_by', 'import_id', 'replaces_id'],
];
/** Another value of each kind. */
const OTHER: Record<string, Sql> = {
  uuid: sql`gen_random_uuid()`,
  date: sql`date '2026-10-15'`,
  bigint: sql`7`,
  text: sql`'ESTIMATE'`,
};

test.each(FACTS)('a billed reading keeps its %s', async (column) => {
  const { type } = await one<{ type: string }>(
    app.owner.db,
    sql`select data_type as type from information_schema.columns
      where table_schema = 'meters' and table_name = 'readings' and column_name = ${column}`,
  );
  // The month is the first of one, and names the part of the table.
  const value = column === 'period' ? sql`date '2026-11-01'` : OTHER[type];
  const statement = sql`update meters.readings set ${sql.ref(column)} = ${value ?? sql`null`}
    where connection_id = ${second} and state = 'BILLED' and period = '2026-10-01'`;
  expect(await refusal(statement)).toBe('readings_billed');
});

test('a billed reading stays billed as long as its bill counts, and is never deleted', async () => {
  for (const state of ['APPROVED', 'VALID', 'VOID', 'SUPERSEDED'])
    expect(
      await refusal(
        sql`update meters.readings set state = ${state} where connection_id = ${first} and state = 'BILLED'`,
      ),
    ).toBe('readings_of_bills');
  expect(await refusal(sql`delete from meters.readings`)).toBe(INSUFFICIENT_PRIVILEGE);
  expect(await refusal(sql`delete from meters.readings_2026_2030`)).toBe(INSUFFICIENT_PRIVILEGE);
});

test('what is decided is decided', async () => {
  const correction = sql`update billing.corrections set state = 'REFUSED'`;
  const reversal = sql`update payments.reversals set state = 'REQUESTED', decided_at = null`;
  expect([await refusal(correction), await refusal(reversal)]).toEqual([
    'corrections_decided',
    'reversals_decided',
  ]);
});

test('a posted run keeps who approved it, its days and its outcomes', async () => {
  const changes = [
    sql`approved_by = null`,
    sql`approved_at = now()`,
    sql`issued_on = issued_on - 1`,
    sql`due_on = due_on + 1`,
    sql`posted_at = now()`,
    sql`state = 'REVIEW'`,
  ];
  for (const change of changes)
    expect(await refusal(sql`update billing.bill_runs set ${change} where id = ${runId}`)).toBe(
      'bill_runs_posted',
    );
  const items = sql`billing.bill_run_items`;
  expect(await refusal(sql`delete from ${items} where run_id = ${runId}`)).toBe('bill_run_items_posted');
  expect(await refusal(sql`update ${items} set usage_litres = 1 where run_id = ${runId}`)).toBe(
    'bill_run_items_posted',
  );
});

test('the steps that there are still take it back', async () => {
  expect(await reverse(await makeTown())).toBeUndefined();
});

/**
 * Tables of money and water of which the program's role may delete rows or change every column, and what keeps their facts.
 * A new one is given the rights that its steps need (platform.append_only, platform.decided_once, grants by column), or is
 * named here.
 */
const OPEN: Record<string, string> = {
  'billing.bill_run_chunks': 'the progress of a run: its outcomes are kept by a trigger',
  'billing.bill_run_items': 'calculated again until the run is posted: keep_posted',
  'billing.category_changes': 'no delete; kept by a trigger: guard_category_change',
  'billing.correction_items': 'calculated again until the run is posted: keep_posted',
  'billing.disputes': 'no delete; kept by a trigger: guard_dispute',
  'billing.empty_houses': 'no delete; kept by a trigger: guard_empty_house',
  'billing.leaks': 'no delete; kept by a trigger: guard_leak',
  'billing.payment_plans': 'no delete; kept by a trigger: guard_payment_plan',
  'billing.tariff_blocks': 'of drafts; approved versions are kept by a trigger',
  'billing.tariff_categories': 'names',
  'billing.tariff_pipe_sizes': 'of drafts; approved versions are kept by a trigger',
  'billing.tariff_versions': 'drafts; approved versions are kept by a trigger',
  'billing.told_advances': 'a figure that is written again when it rises',
  'ledger.accounts': 'names',
  'ledger.cash_closings': 'kept by a trigger when it is decided',
  'ledger.cash_floats': 'kept by the checks of closings',
  'meters.accesses': 'invitations, which end',
  'meters.connection_categories':
    'written again with each change that is approved, and only so: check_category_change; bills keep those of their days',
  'meters.connections': 'a register; what changes is in the audit log',
  'meters.import_rows': 'rows of a file before they are readings',
  'meters.imports': 'the state of a file',
  'meters.meters': 'a register; what changes is in the audit log',
  'meters.reading_checks': 'settings',
  'meters.readings': 'no delete; billed ones by keep_billed and bill_has_its_reading',
  'meters.unmetered_closures': 'asked for and decided',
  'payments.alarms': 'a work list',
  'payments.cheques': 'no delete; kept by a trigger: guard_cheque',
  'payments.inbox': 'calls of a bank before they are payments',
  'payments.orders': 'the state of an order at a bank',
  'payments.payments': 'kept by triggers: amounts never change, decided ones keep their state',
  'payments.refunds': 'kept by a trigger when paid out',
  'payments.sandbox_orders': 'of the simulator',
};

test('every other table of money and water is closed by its migration', async () => {
  const found = await all<{ name: string }>(
    app.owner.db,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('meters', 'billing', 'ledger', 'payments') and c.relkind in ('r', 'p')
        and (has_table_privilege('jolkol_app', c.oid, 'delete') or has_table_privilege('jolkol_app', c.oid, 'update'))
      order by 1`,
  );
  expect(found.map(({ name }) => name)).toEqual(Object.keys(OPEN));
});
