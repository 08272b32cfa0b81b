/** Cheques on the first page: those that nobody brought to the bank, and those of which the bank says nothing. */
import type { WorkQueue } from '#platform/work-queues.ts';
import type { ChequeState } from './cheque.rules.ts';
import { pageOfCheques } from './queries.ts';

const queue = (state: ChequeState, of: Pick<WorkQueue, 'name' | 'order' | 'title'>): WorkQueue => ({
  ...{ ...of, permissions: ['cheques:manage'] },
  list: () => ({ path: '/cheques', query: { page: 1, state, hangs: 'true' } }),
  first: async (db, actor, limit) => {
    const asked = { limit, offset: 1, sort: 'stateOn', state, hangs: true } as const;
    const { total, items } = await pageOfCheques(db, actor, asked);
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.number, name: row.payerName, nameBn: row.payerNameBn },
        ...{ amountMinor: row.amountMinor, since: row.stateOn, dueAt: null },
        to: { path: `/cheques/${row.id}` },
      })),
    };
  },
});

export const chequeQueues: readonly WorkQueue[] = [
  queue('RECEIVED', {
    ...{ name: 'cheques-to-deposit', order: 141 },
    title: { en: 'Cheques that nobody brought to the bank', bn: 'যেসব চেক ব্যাংকে জমা হয়নি' },
  }),
  queue('DEPOSITED', {
    ...{ name: 'cheques-without-answer', order: 142 },
    title: { en: 'Cheques that the bank has not answered', bn: 'যেসব চেকের উত্তর ব্যাংক দেয়নি' },
  }),
];
