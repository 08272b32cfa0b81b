/** Money on the first page: alarms, what waits for a second person, reversals among it, refunds to decide and to pay out. */
import { listBillingIds } from '#domains/billing/billing-ids.ts';
import { may } from '#platform/actor.ts';
import type { MainAct, WorkLink, WorkQueue } from '#platform/work-queues.ts';
import { alarmPath } from './alarms/alarm.rules.ts';
import { listAlarms } from './alarms/queries.ts';
import { listProposals } from './proposals/queries.ts';
import { listRefunds } from './refunds/queries.ts';
import { waitingReversals } from './waiting-reversals.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title'>;
const rows = (path: string, query: WorkLink['query']): WorkLink => ({ path, query: { page: 1, ...query } });
const OLDEST = { offset: 1, sort: 'raisedAt' } as const;

const alarms = (of: Of, query: { state: 'OPEN' } | { state: 'TAKEN'; owner: 'me' }): WorkQueue => ({
  ...{ ...of, permissions: ['payments:alarms'], list: () => rows('/alarms', query) },
  first: async (db, actor, limit) => {
    const { total, items } = await listAlarms(db, actor, { limit, ...OLDEST, ...query });
    return {
      total,
      items: items.map((alarm) => ({
        ...{ id: alarm.id, number: alarm.orderId, name: alarm.payerName, nameBn: alarm.payerNameBn },
        ...{ amountMinor: alarm.openMinor, since: alarm.raisedAt, dueAt: null },
        to: { path: alarmPath(alarm.id) },
      })),
    };
  },
});

const refunds = (state: 'REQUESTED' | 'APPROVED', queue: Of & Pick<WorkQueue, 'permissions'>): WorkQueue => ({
  ...{ ...queue, list: () => rows('/refund', { state }) },
  first: async (db, actor, limit) => {
    const { total, items } = await listRefunds(db, actor, { limit, offset: 1, sort: 'askedAt', state });
    return {
      total,
      items: items.map((refund) => ({
        ...{ id: refund.id, number: refund.targetNumber, name: refund.payeeName, nameBn: refund.payeeNameBn },
        ...{ sectorNumber: refund.sectorNumber, roadNumber: refund.roadNumber },
        ...{ plotNumber: refund.plotNumber, amountMinor: refund.amountMinor },
        ...{ since: refund.decidedAt ?? refund.askedAt, dueAt: null },
        to: { path: `/refund/${refund.id}` },
      })),
    };
  },
});

const advances: WorkQueue = {
  ...{ name: 'advances-left', order: 145, permissions: ['payments:refund'], needs: 'invoices:view' },
  title: { en: 'Advances of closed connections to pay back', bn: 'বন্ধ সংযোগের অগ্রিম, যা ফেরত দিতে হবে' },
  list: () => rows('/billing/billing-list', { advanceLeft: 'true' }),
  first: async (db, actor, limit) => {
    const asked = { limit, offset: 1, sort: 'connectionNumber', advanceLeft: true } as const;
    const { total, items } = await listBillingIds(db, actor, asked);
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.connectionId, number: row.connectionNumber, name: row.consumerName },
        ...{ nameBn: row.consumerNameBn, sectorNumber: row.sectorNumber, roadNumber: row.roadNumber },
        ...{ plotNumber: row.plotNumber, amountMinor: row.advanceMinor, since: row.closedOn, dueAt: null },
        to: may(actor, 'payments:take')
          ? { path: '/take-payment', query: { connectionId: row.connectionId } }
          : rows('/billing/billing-list', { advanceLeft: 'true', search: row.connectionNumber }),
      })),
    };
  },
};

const decisions: WorkQueue = {
  ...{ name: 'second-person', order: 130, permissions: ['payments:decide'] },
  title: { en: 'Money that waits for your decision', bn: 'আপনার সিদ্ধান্তের অপেক্ষায় থাকা টাকা' },
  list: () => rows('/proposals', { state: 'REQUESTED' }),
  first: async (db, actor, limit) => {
    const asked = { limit, offset: 1, sort: 'requestedAt', state: 'REQUESTED' } as const;
    const { total, items } = await listProposals(db, actor, asked);
    return {
      total,
      items: items.map((proposal) => ({
        ...{ id: proposal.id, number: proposal.targetNumber, name: proposal.payerName },
        ...{ nameBn: proposal.payerNameBn, amountMinor: proposal.amountMinor },
        ...{ since: proposal.requestedAt, dueAt: null },
        to: rows('/proposals', { state: 'REQUESTED' }),
      })),
    };
  },
};

const reversals: WorkQueue = {
  ...{ name: 'reversals-to-decide', order: 131, permissions: ['payments:reverse'], needs: 'payments:view' },
  title: {
    en: 'Payments to take back that wait for a second person',
    bn: 'যে পেমেন্ট বাতিল দ্বিতীয় ব্যক্তির অপেক্ষায়',
  },
  list: () => rows('/payment-history', { source: 'ALL', waits: 'REVERSAL' }),
  first: async (db, _actor, limit) => {
    const { total, items } = await waitingReversals(db, limit);
    const to = (id: string): WorkLink => ({ path: `/payment-history/${id}` });
    return { total, items: items.map((row) => ({ ...row, dueAt: null, to: to(row.id) })) };
  },
};

export const moneyQueues: readonly WorkQueue[] = [
  alarms(
    { name: 'own-alarms', order: 100, title: { en: 'Your alarms about money', bn: 'আপনার নেওয়া টাকার সতর্কবার্তা' } },
    { state: 'TAKEN', owner: 'me' },
  ),
  alarms(
    {
      ...{ name: 'open-alarms', order: 110 },
      title: { en: 'Alarms about money that nobody has taken', bn: 'টাকার সতর্কবার্তা, যা কেউ নেননি' },
    },
    { state: 'OPEN' },
  ),
  refunds('REQUESTED', {
    ...{ name: 'refunds-to-decide', order: 140, permissions: ['payments:approve-refund'] },
    title: { en: 'Refunds to decide', bn: 'সিদ্ধান্তের অপেক্ষায় টাকা ফেরত' },
  }),
  advances,
  refunds('APPROVED', {
    ...{ name: 'refunds-to-pay', order: 150, permissions: ['payments:refund'] },
    title: { en: 'Refunds to pay out', bn: 'যে টাকা ফেরত দিতে হবে' },
  }),
  decisions,
  reversals,
];

export const counterAct: MainAct = {
  ...{ order: 10, permission: 'payments:take', to: { path: '/take-payment' } },
  title: { en: 'Take a payment', bn: 'পেমেন্ট নিন' },
};
