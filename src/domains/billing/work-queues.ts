/** Bill runs and corrections of bills on the first page: to approve, to post, to mend, and what waits for a second person. */
import { may } from '#platform/actor.ts';
import type { WorkQueue } from '#platform/work-queues.ts';
import type { RunFilter } from './bill-run/bill-run.rules.ts';
import { pageOfRuns, waitingReversals } from './bill-run/queries.ts';
import { waitingCorrections } from './corrections/queries.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'>;

/** Runs in this state wait since the step before. Of a posted one its bills that were left out wait. */
const inState = (state: RunFilter, since: 'plannedAt' | 'approvedAt' | 'postedAt', queue: Of): WorkQueue => ({
  ...queue,
  list: () => ({ path: '/bill-run', query: { page: 1, state } }),
  first: async (db, actor, limit) => {
    const { total, items } = await pageOfRuns(db, actor, { limit, offset: 1, sort: 'number', state });
    return {
      total,
      items: items.map((run) => ({
        ...{ id: run.id, number: String(run.number), name: null, sectorNumber: run.sectorNumber },
        ...{ month: run.period, since: run[since], dueAt: null },
        ...(state === 'HELD_LEFT'
          ? { to: { path: `/bill-run/${run.id}/items`, query: { page: 1, outcome: 'LEFT' } } }
          : { amountMinor: run.totalMinor, to: { path: `/bill-run/${run.id}` } }),
      })),
    };
  },
});

export const runQueues: readonly WorkQueue[] = [
  inState('FAILED', 'plannedAt', {
    ...{ name: 'failed-runs', order: 12, permissions: ['bill-runs:plan', 'bill-runs:post'] },
    title: { en: 'Bill runs whose work failed', bn: 'ব্যর্থ হওয়া বিল রান' },
  }),
  inState('HELD_LEFT', 'postedAt', {
    ...{ name: 'bills-left-out', order: 94, permissions: ['bill-runs:plan'] },
    title: { en: 'Bills that a posted run left out', bn: 'ইস্যু করা রানে বাদ থাকা বিল' },
  }),
  inState('REVIEW', 'plannedAt', {
    ...{ name: 'runs-to-approve', order: 80, permissions: ['bill-runs:approve'] },
    title: { en: 'Bill runs to approve', bn: 'অনুমোদনের অপেক্ষায় বিল রান' },
  }),
  inState('APPROVED', 'approvedAt', {
    ...{ name: 'runs-to-post', order: 90, permissions: ['bill-runs:post'] },
    title: { en: 'Bill runs to post', bn: 'ইস্যুর অপেক্ষায় বিল রান' },
  }),
  {
    name: 'run-reversals-to-decide',
    order: 85,
    permissions: ['bill-runs:reverse'],
    needs: 'bill-runs:view',
    title: {
      en: 'Bill runs whose reversal waits for a second person',
      bn: 'যে বিল রান ফেরত দ্বিতীয় ব্যক্তির অপেক্ষায়',
    },
    list: () => ({ path: '/bill-run', query: { page: 1, state: 'REVERSAL_ASKED' } }),
    first: async (db, _actor, limit) => {
      const { total, items } = await waitingReversals(db, limit);
      return {
        total,
        items: items.map(({ number, period, totalMinor, ...run }) => ({
          ...{
            ...run,
            number: String(number),
            name: null,
            month: period,
            amountMinor: totalMinor,
            dueAt: null,
          },
          to: { path: `/bill-run/${run.id}` },
        })),
      };
    },
  },
];

/** Corrections of bills of those who may make them: each word is for one kind. */
export const correctionsToDecide: WorkQueue = {
  name: 'corrections-to-decide',
  order: 81,
  permissions: ['invoices:cancel', 'invoices:adjust'],
  needs: 'invoices:view',
  title: {
    en: 'Bills whose correction waits for a second person',
    bn: 'যে বিলের সংশোধন দ্বিতীয় ব্যক্তির অপেক্ষায়',
  },
  list: () => ({ path: '/billing/invoice-list', query: { page: 1, correctionAsked: 'true' } }),
  first: async (db, actor, limit) => {
    const kinds = (['CANCEL', 'ADJUST'] as const).filter((kind) =>
      may(actor, kind === 'CANCEL' ? 'invoices:cancel' : 'invoices:adjust'),
    );
    const { total, items } = await waitingCorrections(db, kinds, limit);
    return {
      total,
      items: items.map((row) => ({ ...row, dueAt: null, to: { path: `/billing/invoice-list/${row.id}` } })),
    };
  },
};
