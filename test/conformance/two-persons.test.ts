/**
 * Every act that needs two people can be finished by the roles as they are shipped: two different roles, so that an
 * installation with one administrator and one person of another role can do it. The acts are found by the database's own
 * constraints: one that is not listed here fails.
 */
import { describe, expect, test } from 'vitest';
import { allWords } from '#app/words.ts';
import * as runs from '#domains/billing/bill-run/contract.ts';
import * as correctionRuns from '#domains/billing/correction-run/contract.ts';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as billingSettings from '#domains/billing/settings/contract.ts';
import * as tariffs from '#domains/billing/tariffs/contract.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import * as alarms from '#domains/payments/alarms/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import * as proposals from '#domains/payments/proposals/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import * as paymentSettings from '#domains/payments/settings/contract.ts';
import * as changes from '#domains/settings/changes/contract.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { BUILT_IN_ROLES, type BuiltInRole, type Permission } from '#shared/permissions.ts';
import { firstGrants } from '#shared/words.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();

/** A step: the call that takes it, or its word if the call asks for one of several. */
type Step = Endpoint | Permission;
type Act = { constraint: string; steps: readonly Step[] };

/** Each act with the steps that different people take. */
const ACTS: Record<string, Act> = {
  'survey of an application': {
    constraint: 'surveys_two_persons',
    steps: ['applications:survey', 'applications:approve-survey'],
  },
  'flagged reading': {
    constraint: 'readings_two_approvers',
    steps: ['readings:review', 'readings:review'],
  },
  'reading that replaces another person’s': {
    constraint: 'readings_replacer_two_persons',
    steps: ['readings:create', 'readings:review'],
  },
  'bill run': { constraint: 'bill_runs_two_persons', steps: [runs.planRun, runs.approveRun] },
  'correction run': {
    constraint: 'bill_runs_two_persons',
    steps: [correctionRuns.planCorrection, runs.approveRun],
  },
  'tariff of a correction run': {
    constraint: 'tariff_versions_second_person',
    steps: [tariffs.submitTariff, 'tariffs:approve'],
  },
  'bill run reversed as a whole': {
    constraint: 'bill_run_reversals_two_persons',
    steps: [runs.reverseRun, runs.decideReversal],
  },
  tariff: {
    constraint: 'tariff_versions_second_person',
    steps: [tariffs.submitTariff, tariffs.approveTariff],
  },
  VAT: {
    constraint: 'dated_entries_second_person',
    steps: [billingSettings.planVat, billingSettings.approveVat],
  },
  'limits of payments': {
    constraint: 'entry_changes_two_persons',
    steps: [paymentSettings.updatePaymentSettings, changes.decideLimitChange],
  },
  'limits of corrections': {
    constraint: 'entry_changes_two_persons',
    steps: [billingSettings.updateBillingLimits, changes.decideLimitChange],
  },
  'cancelled bill': {
    constraint: 'corrections_two_persons',
    steps: [corrections.cancelInvoice, 'invoices:cancel'],
  },
  'adjusted bill': {
    constraint: 'corrections_two_persons',
    steps: [corrections.adjustMeterReading, 'invoices:adjust'],
  },
  'reversed payment': {
    constraint: 'reversals_two_persons',
    steps: [payments.reversePayment, payments.decideReversal],
  },
  'approved refund': { constraint: 'refunds_two_persons', steps: [refunds.openRefund, refunds.decideRefund] },
  'paid refund': { constraint: 'refunds_payer_check', steps: [refunds.decideRefund, refunds.payRefund] },
  'money of an alarm': {
    constraint: 'proposals_two_persons',
    steps: [alarms.proposeForAlarm, proposals.decideProposal],
  },
  'approved refund withdrawn': {
    constraint: 'proposals_two_persons',
    steps: [refunds.askWithdrawal, proposals.decideProposal],
  },
  'refund that came back from the bank': {
    constraint: 'proposals_two_persons',
    steps: [refunds.askReturn, proposals.decideProposal],
  },
  'counter money of a day long ago': {
    constraint: 'proposals_two_persons',
    steps: ['payments:take', proposals.decideProposal],
  },
  'cash variance above the limit': {
    constraint: 'cash_closings_variance_two_persons',
    steps: [closings.closeCash, closings.decideVariance],
  },
  'closed day opened again': {
    constraint: 'cash_closings_two_persons',
    steps: [closings.askReopen, closings.reopenCash],
  },
};

function wordOf(step: Step): Permission {
  if (typeof step === 'string') return step;
  if (!('permission' in step.access)) throw new Error(`${step.path} asks for no single word`);
  return step.access.permission;
}

const holders = (word: Permission): BuiltInRole[] =>
  BUILT_IN_ROLES.filter((role) => role !== 'consumer' && firstGrants(allWords, role).includes(word));

describe('two people of the shipped roles finish', () => {
  for (const [name, { steps }] of Object.entries(ACTS)) {
    test(name, () => {
      const [first = [], second = []] = steps.map((step) => holders(wordOf(step)));
      const pairs = first.flatMap((role) =>
        second.filter((other) => other !== role).map((other) => [role, other]),
      );
      expect(pairs, `only ${first.join(', ')} and ${second.join(', ')}`).not.toEqual([]);
    });
  }
});

test('every constraint of two persons that the database has is an act here', async () => {
  const found = await all<{ name: string }>(
    app.owner.db,
    sql`select distinct conname as name from pg_constraint
      where conname ~ '(two_persons|second_person|two_approvers|payer_check)$'`,
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(Object.values(ACTS).map(({ constraint }) => constraint))].toSorted(),
  );
});

test('a reversal above the limit: a reviewer asks, an administrator decides', async () => {
  const [cashier, reviewer, admin] = [
    await app.staff('cashier'),
    await app.staff('reviewer'),
    await app.staff('admin'),
  ];
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const paid = await app.call(payments.makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 6_000_00, tender: { method: 'CASH' }, unusual: true },
  });
  const asked = await app.call(payments.reversePayment, {
    as: reviewer,
    body: { paymentId: paid.id, reason: 'wrong connection' },
  });
  const body = { reversalId: String(asked.reversal?.id), accept: true };
  expect((await app.refused(payments.decideReversal, { as: reviewer, body })).code).toBe(
    'payments.second_person',
  );
  expect((await app.call(payments.decideReversal, { as: admin, body })).state).toBe('REVERSED');
});
