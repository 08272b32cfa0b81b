/** Withdrawals on the first page: those that wait for a second person, those to pay out, and those that the bank sent back. */
import type { WorkQueue } from '#platform/work-queues.ts';
import type { WithdrawalState } from './wallet.rules.ts';
import { listWithdrawals } from './withdrawals/queries.ts';

const PATH = '/deposit-withdraw-mange';

const queue = (
  filter: { state: WithdrawalState } | { returns: 'WAITING' },
  of: Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'>,
): WorkQueue => ({
  ...{ ...of, list: () => ({ path: PATH, query: { page: 1, ...filter } }) },
  first: async (db, actor, limit) => {
    const { total, items } = await listWithdrawals(db, actor, {
      limit,
      offset: 1,
      sort: 'askedAt',
      ...filter,
    });
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.customerNumber, name: row.name, nameBn: row.nameBn },
        ...{
          amountMinor: row.amountMinor,
          since: row.return?.askedAt ?? row.confirmedAt ?? row.askedAt,
          dueAt: null,
        },
        to: { path: PATH, query: { withdrawal: row.id } },
      })),
    };
  },
});

export const walletQueues: readonly WorkQueue[] = [
  queue(
    { state: 'OTP_CONFIRMED' },
    {
      ...{ name: 'withdrawals-to-decide', order: 146, permissions: ['wallet:approve'] },
      title: { en: 'Withdrawals from wallets to approve', bn: 'অনুমোদনের অপেক্ষায় ওয়ালেটের উত্তোলন' },
    },
  ),
  queue(
    { state: 'APPROVED' },
    {
      ...{ name: 'withdrawals-to-pay', order: 147, permissions: ['wallet:withdraw'] },
      title: { en: 'Withdrawals from wallets to pay out', bn: 'ওয়ালেটের যে উত্তোলনের টাকা দিতে হবে' },
    },
  ),
  queue(
    { returns: 'WAITING' },
    {
      ...{ name: 'withdrawals-returned', order: 148, permissions: ['wallet:approve'] },
      title: {
        en: 'Withdrawals that the bank sent back, to confirm',
        bn: 'ব্যাংক ফেরত পাঠানো উত্তোলন, নিশ্চিত করার অপেক্ষায়',
      },
    },
  ),
];
