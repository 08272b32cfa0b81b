/** Limits on the first page of who approves them: changes that somebody else asked for, and limits of wallets that somebody else planned. */
import type { WorkQueue } from '#platform/work-queues.ts';
import { waitingWalletLimits } from '../wallet/queries.ts';
import type { LimitEntry } from './contract.ts';
import { listLimitChanges } from './queries.ts';

const PAGE = { path: '/settings/changes' };
const NAMES: Record<LimitEntry | 'wallet', [en: string, bn: string]> = {
  payments: ['Payments', 'পেমেন্ট'],
  billing: ['Corrections of bills', 'বিল সংশোধন'],
  ownership: ['Ownership changes', 'মালিকানা পরিবর্তন'],
  wallet: ['Limits of wallets', 'ওয়ালেটের সীমা'],
};

const rowOf = (entry: keyof typeof NAMES, row: { id: string; since: string; dueAt: string | null }) => ({
  ...{ ...row, to: PAGE, number: null, name: NAMES[entry][0], nameBn: NAMES[entry][1] },
});

export const limitsToDecide: WorkQueue = {
  ...{ name: 'limits-to-decide', order: 170, permissions: ['settings:approve-limits'] },
  title: { en: 'Changes of limits to decide', bn: 'সীমা পরিবর্তনে সিদ্ধান্ত দিতে হবে' },
  list: () => PAGE,
  first: async (db, actor, limit) => {
    const [{ items }, wallet] = [await listLimitChanges(db, actor), await waitingWalletLimits(db, actor)];
    const rows = [
      ...items
        .filter(({ can }) => can.accept)
        .map(({ id, entry, requestedAt: since }) => rowOf(entry, { id, since, dueAt: null })),
      ...wallet
        .filter(({ can }) => can.approve)
        .map(({ id, plannedAt: since, validFrom: dueAt }) => rowOf('wallet', { id, since, dueAt })),
    ].sort((a, b) => a.since.localeCompare(b.since));
    return { total: rows.length, items: rows.slice(0, limit) };
  },
};
