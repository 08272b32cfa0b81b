/**
 * Each tab of a list says how many rows the list has behind it, with the same search and the same other filters. The two
 * lists of readings have a test of their own (meters/readings/tabs-count.test.ts).
 */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { listNoc } from '#domains/applications/noc/contract.ts';
import { countInvoices, searchInvoice } from '#domains/billing/invoices/contract.ts';
import * as tariffs from '#domains/billing/tariffs/contract.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { listClaims } from '#domains/consumers/claim/waiting/contract.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import * as alarms from '#domains/payments/alarms/contract.ts';
import { alarmOffice } from '#domains/payments/alarms/factory-alarms.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import * as proposals from '#domains/payments/proposals/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import type { Endpoint } from '#shared/endpoint.ts';

const { app, cashier, reviewer, wrongAmount, propose, decide } = await alarmOffice();
const admin = await app.staff('admin');
const officer = await app.staff('rajukSAE');
const numberOf = async (id: string) =>
  (await one<{ number: string }>(app.db, sql`select number from meters.connections where id = ${id}`)).number;

// Two alarms, one with a proposal that is done.
const [solved] = [await wrongAmount(), await wrongAmount()];
const { proposal } = await propose(solved.alarmId, 'BOOK');
await app.call(proposals.decideProposal, decide(proposal?.id, { accept: true }));

// Two payments of a day long ago, one of them refused.
const debtors = [];
for (const accept of [false, null]) {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 2 }));
  debtors.push(connectionId);
  const { id } = await app.call(proposals.proposeBackdated, {
    as: cashier,
    body: {
      target: { kind: 'CONNECTION', connectionId },
      amountMinor: 11_500,
      tender: { method: 'CASH', paidOn: '2026-11-02' },
      reason: 'found in the receipt book',
    },
  });
  if (accept === false)
    await app.call(proposals.decideProposal, decide(id, { accept, remark: 'no such page' }));
}

// Two refunds of an advance, one approved; the cash of their day is counted.
const advances: string[] = [];
for (const accept of [true, null]) {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  advances.push(connectionId);
  await app.call(payments.makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 16_500, tender: { method: 'CASH' } },
  });
  const { id } = await app.call(refunds.openRefund, {
    as: cashier,
    body: { of: { kind: 'ADVANCE', connectionId, amountMinor: 5_000 }, reason: 'moves away' },
  });
  if (accept) await app.call(refunds.decideRefund, { as: reviewer, body: { refundId: id, accept } });
}
await app.call(closings.closeCash, {
  as: cashier,
  body: {
    day: '2026-11-15',
    counted: { by: 'total', totalMinor: 33_000 },
    expectedMinor: 33_000,
  },
});
await approvedTariff(app.db, {});
const atDesk = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });

type Case = {
  list: Endpoint;
  /** The query's word for the tab. */
  tab: string;
  tabs: readonly string[];
  as?: typeof admin;
  /** The endpoint that counts, if it is not the list itself. */
  counting?: Endpoint;
  /** Each finds something, and less than all of it. */
  narrowed: readonly object[];
};
const search = async (connectionId: string | undefined) => ({ search: await numberOf(connectionId ?? '') });
const state = 'state';

const CASES: Record<string, Case> = {
  alarms: {
    ...{ list: alarms.listAlarms, tab: state, tabs: ['OPEN', 'TAKEN', 'SOLVED'] },
    narrowed: [await search(solved.connectionId)],
  },
  proposals: {
    ...{ list: proposals.listProposals, tab: state, tabs: ['REQUESTED', 'DONE', 'REFUSED', 'GIVEN_UP'] },
    narrowed: [{ kind: 'BOOK' }, await search(debtors[0])],
  },
  refunds: {
    ...{
      list: refunds.listRefunds,
      tab: state,
      tabs: ['REQUESTED', 'APPROVED', 'PAID_OUT', 'REFUSED', 'GIVEN_UP'],
    },
    narrowed: [{ connectionId: advances[0] }, await search(advances[1])],
  },
  bills: {
    ...{ list: searchInvoice, tab: state, tabs: ['ISSUED', 'PARTIALLY_PAID', 'PAID', 'CANCELLED'] },
    ...{ counting: countInvoices, narrowed: [{ open: 'true' }, await search(debtors[0])] },
  },
  closings: { list: closings.listClosings, tab: state, tabs: closings.CLOSING_TABS, narrowed: [] },
  tariffs: {
    list: tariffs.listTariffs,
    tab: state,
    tabs: ['DRAFT', 'ANNOUNCED', 'APPROVED', 'WITHDRAWN'],
    narrowed: [],
  },
  claims: { list: listClaims, tab: state, tabs: ['WAITING', 'JOINED', 'REFUSED', 'UNDONE'], narrowed: [] },
  noc: {
    ...{ list: listNoc, tab: 'desk', tabs: ['mine', 'chain', 'decided'], as: officer },
    narrowed: [{ search: atDesk.number }],
  },
};

test.each(Object.entries(CASES))(
  '%s',
  async (name, { list, counting = list, tab, tabs, as = admin, narrowed }) => {
    const ask = async (endpoint: Endpoint, query: object) =>
      (await app.call(endpoint, { as, query } as never)) as unknown as {
        total: number;
        counts: Record<string, number>;
      };
    const nobody = { search: 'nobody is called that' };
    const without = name === 'claims' ? [] : [nobody];
    const sums: number[] = [];
    for (const query of [{}, ...narrowed, ...without]) {
      const { counts } = await ask(counting, query);
      const totals: Record<string, number> = {};
      for (const each of tabs) totals[each] = (await ask(list, { ...query, [tab]: each })).total;
      const counted = Object.fromEntries(tabs.map((each) => [each, counts[each] ?? 0]));
      expect([query, counted]).toEqual([query, totals]);
      // The tab that is open narrows none of the counts.
      const [open] = tabs;
      const { counts: inOne } = await ask(counting, counting === list ? { ...query, [tab]: open } : query);
      expect(inOne).toEqual(counts);
      sums.push(Object.values(counted).reduce((sum, count) => sum + count, 0));
    }
    const [all = 0, ...fewer] = sums;
    if (name !== 'claims') expect(all).toBeGreaterThan(0);
    for (const [at, sum] of fewer.entries()) {
      expect(sum).toBeLessThan(all);
      if (at < narrowed.length) expect(sum).toBeGreaterThan(0);
    }
  },
);
