/**
 * The audit log says of each act of two people what is true: asked for while nothing has changed, done when it is done,
 * refused when it is refused. Each act about money is taken through both ends, and its words are compared with the state
 * that the database has then.
 */
import { describe, expect, test } from 'vitest';
import * as runs from '#domains/billing/bill-run/contract.ts';
import { decide as decideRun } from '#domains/billing/bill-run/factory-reversal.ts';
import * as corrections from '#domains/billing/corrections/contract.ts';
import { getBillingLimits, updateBillingLimits } from '#domains/billing/settings/contract.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { correctingOffice } from '#domains/payments/factory-corrections.ts';
import * as proposals from '#domains/payments/proposals/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, first, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { auditName } from '#shared/words.ts';
import { ACTS } from './two-person-acts.ts';

const { app, officer, approver, cashier, billed, detail } = await correctingOffice();
const reviewer = await app.staff('reviewer');
const second = await app.staff('reviewer');
const { limits, version: limitsVersion } = await app.call(getBillingLimits, { as: officer });
const none = { ...limits, cancelAloneUpToMinor: 0, adjustAloneUpToMinor: 0 };
await changeLimits(app, updateBillingLimits, { limits: none, version: limitsVersion });

/** One run through an act: asked for, then decided. */
type Case = {
  /** What the act changes, before it is done. */
  state(): Promise<string>;
  ask(): Promise<(accept: boolean) => Promise<unknown>>;
  /** The state before, after the act is done, and after it is refused if that is another one than before. */
  states: [before: string, done: string, refused?: string];
};

const stateOf = async (question: Sql<{ state: string }>) => String((await first(app.db, question))?.state);
const debtor = () => transaction(app.db, (tx) => makeDebtor(tx, app.system()));
const take = async (amountMinor: number, as = cashier) => {
  const { connectionId } = await debtor();
  const body = { connectionId, amountMinor, tender: { method: 'CASH' as const }, unusual: true };
  return { connectionId, paid: await app.call(payments.makePayment, { as, body }) };
};

/** A refund of an advance that was asked for. */
async function askedRefund() {
  const { connectionId } = await take(16_500);
  const body = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 }, reason: 'moves away' };
  return app.call(refunds.openRefund, { as: cashier, body });
}
const refundState = (id: string) => stateOf(sql`select state from payments.refunds where id = ${id}`);
const decideRefund = (refundId: string, accept: boolean) =>
  app.call(refunds.decideRefund, {
    as: reviewer,
    body: { refundId, accept, ...(accept ? {} : { remark: 'not so' }) },
  });
const decideProposalOf = async (column: 'refund_id' | 'connection_id', id: string, accept: boolean) => {
  const where = column === 'refund_id' ? sql`refund_id = ${id}` : sql`connection_id = ${id}`;
  const asked = await one<{ id: string }>(app.db, sql`select id from payments.proposals where ${where}`);
  return app.call(proposals.decideProposal, {
    as: second,
    params: { id: asked.id },
    body: { accept, ...(accept ? {} : { remark: 'not so' }) },
  });
};

const CASES: Partial<Record<keyof typeof ACTS, () => Promise<Case>>> = {
  'reversed payment': async () => {
    const { paid } = await take(6_000_00);
    return {
      state: () => stateOf(sql`select state from payments.payments where id = ${paid.id}`),
      ask: async () => {
        const body = { paymentId: paid.id, reason: 'wrong connection' };
        const { reversal } = await app.call(payments.reversePayment, { as: reviewer, body });
        return (accept) =>
          app.call(payments.decideReversal, {
            as: officer,
            body: { reversalId: String(reversal?.id), accept, remark: 'not so' },
          });
      },
      states: ['APPROVED', 'REVERSED'],
    };
  },
  'cancelled bill': async () => {
    const id = String((await billed()).bills[0]?.id);
    return {
      state: () =>
        stateOf(
          sql`select case when cancelled_on is null then 'ISSUED' else 'CANCELLED' end as state
            from billing.invoices where id = ${id}`,
        ),
      ask: async () => {
        const { version } = await detail(id);
        const body = { invoiceId: id, version, reason: 'wrong category', freePayment: false };
        const asked = await app.call(corrections.cancelInvoice, { as: officer, body });
        return (accept) =>
          app.call(corrections.decideCorrection, {
            ...{ as: approver, body: { correctionId: asked.id, accept, remark: 'not so' } },
          });
      },
      states: ['ISSUED', 'CANCELLED'],
    };
  },
  'adjusted bill': async () => {
    const id = String((await billed()).bills[0]?.id);
    return {
      state: () =>
        stateOf(sql`select count(*)::text as state from billing.adjustments where invoice_id = ${id}`),
      ask: async () => {
        const { version } = await detail(id);
        const body = { invoiceId: id, version, registerLitres: 35_000, reason: 'misread' };
        const asked = await app.call(corrections.adjustMeterReading, { as: officer, body });
        return (accept) =>
          app.call(corrections.decideCorrection, {
            ...{ as: approver, body: { correctionId: asked.id, accept, remark: 'not so' } },
          });
      },
      states: ['0', '1'],
    };
  },
  'bill run reversed as a whole': async () => {
    await billed();
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select run_id as id from billing.invoices where run_id is not null order by id desc limit 1`,
    );
    return {
      state: () => stateOf(sql`select state from billing.bill_runs where id = ${id}`),
      ask: async () => {
        const { version } = await app.call(runs.getRun, { as: officer, params: { id } });
        const body = { version, reason: 'wrong tariff' };
        await app.call(runs.reverseRun, { as: officer, params: { id }, body });
        return async (accept) =>
          app.call(runs.decideReversal, await decideRun({ app, id }, approver, accept));
      },
      states: ['POSTED', 'REVERSED'],
    };
  },
  'counter money of a day long ago': async () => {
    const { connectionId } = await debtor();
    return {
      state: () =>
        stateOf(
          sql`select count(*)::text as state from payments.payments where connection_id = ${connectionId}`,
        ),
      ask: async () => {
        const body = {
          target: { kind: 'CONNECTION' as const, connectionId },
          amountMinor: 11_500,
          tender: { method: 'CASH' as const, paidOn: '2026-10-20' },
          reason: 'the book of the mobile desk was found',
        };
        await app.call(proposals.proposeBackdated, { as: cashier, body });
        return (accept) => decideProposalOf('connection_id', connectionId, accept);
      },
      states: ['0', '1'],
    };
  },
  'approved refund': async () => {
    const made: { id?: string } = {};
    return {
      state: async () => (made.id ? refundState(made.id) : 'REQUESTED'),
      ask: async () => {
        const { id } = await askedRefund();
        made.id = id;
        return (accept) => decideRefund(id, accept);
      },
      states: ['REQUESTED', 'APPROVED', 'REFUSED'],
    };
  },
  'approved refund withdrawn': async () => {
    const { id } = await askedRefund();
    await decideRefund(id, true);
    return {
      state: () => refundState(id),
      ask: async () => {
        const body = { refundId: id, reason: 'the consumer stays' };
        await app.call(refunds.askWithdrawal, { as: cashier, body });
        return (accept) => decideProposalOf('refund_id', id, accept);
      },
      states: ['APPROVED', 'WITHDRAWN'],
    };
  },
  'refund that came back from the bank': async () => {
    const { id } = await askedRefund();
    await decideRefund(id, true);
    const tender = { method: 'BANK' as const, reference: 'TRX 1' };
    await app.call(refunds.payRefund, { as: await app.staff('cashier'), body: { refundId: id, tender } });
    return {
      state: () => refundState(id),
      ask: async () => {
        const body = { refundId: id, reference: `FT26319-${id}`, reason: 'the account is closed' };
        await app.call(refunds.askReturn, { as: cashier, body });
        return (accept) => decideProposalOf('refund_id', id, accept);
      },
      states: ['PAID_OUT', 'RETURNED'],
    };
  },
  'cash variance above the limit': async () => {
    const taker = await app.staff('cashier');
    await take(9_000_00, taker);
    return {
      state: () =>
        stateOf(
          sql`select coalesce(max(state) filter (where state <> 'REFUSED'), 'WAITING') as state
            from ledger.cash_closings where cashier_id = ${taker.userId}`,
        ),
      ask: async () => {
        const counted = { by: 'total' as const, totalMinor: 0 };
        const body = { day: '2026-11-02', counted, expectedMinor: 9_000_00, reason: 'bag lost' };
        const { id } = await app.call(closings.closeCash, { as: taker, body });
        return (accept) =>
          app.call(closings.decideVariance, {
            as: reviewer,
            params: { id },
            body: { accept, ...(accept ? {} : { remark: 'count again' }) },
          });
      },
      states: ['WAITING', 'CLOSED'],
    };
  },
};

/** Each step has a call and a word of its own, so that no word can stand for two of them. */
const STEP_BY_STEP: (keyof typeof ACTS)[] = [
  'survey of an application',
  'installation of a meter',
  'flagged reading',
  'reading that replaces another person’s',
  // credited-leaks.test.ts takes it through both ends.
  'credit of a leak above the limit',
  'payment plan above the limit',
  'category of a connection',
  'empty house',
  'register of the first day of an empty house',
  'register of the return to an empty house',
  'cheque that the bank sent back',
  'limits of payments',
  'limits of corrections',
  'bill run',
  'correction run',
  'tariff of a correction run',
  'tariff',
  'VAT',
  'approved withdrawal from a wallet',
  'withdrawal that who asked for it does not pay',
  'paid withdrawal',
  'withdrawal that the bank sent back',
  'paid refund',
  'refund that who asked for it does not pay',
  'closed day opened again',
  'change of an owner',
  'change of a meter',
  'end of a meter that is worth something',
  'work that somebody did',
  // Its words are those of every proposal; alarms.test.ts takes it through both ends.
  'money of an alarm',
];

test('every act is taken through both ends here, or has a call for each step', () => {
  expect([...Object.keys(CASES), ...STEP_BY_STEP].toSorted()).toEqual(Object.keys(ACTS).toSorted());
});

test('no act has one word for two of asked, done and refused, and each is a word of the log in both languages', () => {
  for (const [name, { words }] of Object.entries(ACTS)) {
    const used = [...words.asked, ...words.done, ...words.refused];
    expect(new Set(used).size, name).toBe(used.length);
    for (const language of [0, 1] as const) {
      const shown = used.map((word) => auditName(allWords, word)[language]);
      expect(new Set(shown).size, `${name}: ${shown.join(', ')}`).toBe(used.length);
    }
  }
});

/** The ids of all rows: what is not among them was written since. */
const written = () => all<{ id: string; action: string }>(app.db, sql`select id, action from platform.audit`);
async function wordsSince(before: { id: string }[]): Promise<string[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await written()).filter(({ id }) => !known.has(id)).map(({ action }) => action);
}

describe('the log and the state say the same', () => {
  for (const [name, prepare] of Object.entries(CASES)) {
    const { words } = ACTS[name as keyof typeof ACTS];
    const ofKind = (found: string[]) => ({
      asked: found.some((word) => words.asked.includes(word as never)),
      done: found.some((word) => words.done.includes(word as never)),
      refused: found.some((word) => words.refused.includes(word as never)),
    });
    test.each([
      [name, 'accepted', true],
      [name, 'refused', false],
    ])('%s, %s', async (_, _end, accept) => {
      const { state, ask, states } = await prepare();
      expect(await state()).toBe(states[0]);
      const before = await written();
      const decide = await ask();
      const after = await written();
      expect([ofKind(await wordsSince(before)), await state()]).toEqual([
        { asked: true, done: false, refused: false },
        states[0],
      ]);
      await decide(accept);
      expect([ofKind(await wordsSince(after)), await state()]).toEqual([
        { asked: false, done: accept, refused: !accept },
        accept ? states[1] : (states[2] ?? states[0]),
      ]);
    });
  }
});

test('an online payment that was only started is not made', async () => {
  const before = await written();
  const consumer = await app.consumer();
  const mine = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(consumer.consumerId) }),
  );
  const body = {
    connectionId: mine.connectionId,
    amountMinor: 11_500,
    tender: { method: 'GATEWAY' as const },
  };
  const { state } = await app.call(payments.makePayment, { as: consumer, body });
  const found = await wordsSince(before);
  expect([state, found.includes('payment.begin'), found.includes('payment.make')]).toEqual([
    'CREATED',
    true,
    false,
  ]);
});
