/** Requests on the first page of those whose step is next. */
import { type Actor, may } from '#platform/actor.ts';
import { listPage } from '#platform/database/lists.ts';
import type { WorkQueue } from '#platform/work-queues.ts';
import type { RequestItem } from './contract.ts';
import type { RequestState } from './ownership.rules.ts';
import { requestList } from './queries.ts';

type Stage = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'> & { state: RequestState };

const ofStage = ({ state, ...queue }: Stage): WorkQueue => ({
  ...queue,
  list: () => ({ path: '/owner-change-request-list', query: { page: 1, state } }),
  first: async (db, actor: Actor, limit) => {
    const asked = requestList(actor, { state });
    const { total, items } = await listPage<RequestItem>(db, { limit, offset: 1, sort: 'stateSince' }, asked);
    return {
      total,
      items: items.map(
        ({
          id,
          number,
          toName: name,
          toNameBn: nameBn,
          sectorNumber,
          roadNumber,
          plotNumber,
          stateSince: since,
        }) => ({
          ...{ id, number, name, nameBn, sectorNumber, roadNumber, plotNumber, since },
          dueAt: null,
          to: { path: `/owner-change-request-list/${id}` },
        }),
      ),
    };
  },
});

/** Fees that wait for their money, in the name of who pays at the counter. Who may not see the list goes to the counter. */
const fees: WorkQueue = {
  ...{ name: 'ownership-fees', order: 159, permissions: ['ownership:pay-counter'], needs: 'payments:take' },
  title: { en: 'Ownership changes: fees to take', bn: 'মালিকানা পরিবর্তন: ফি নেওয়া বাকি' },
  list: (actor) =>
    may(actor, 'ownership:view')
      ? { path: '/owner-change-request-list', query: { page: 1, state: 'READY_TO_PAY' } }
      : { path: '/take-payment' },
  first: async (db, actor, limit) => {
    const asked = requestList(actor, { state: 'READY_TO_PAY' });
    const { total, items } = await listPage<RequestItem>(db, { limit, offset: 1, sort: 'stateSince' }, asked);
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.number, sectorNumber: row.sectorNumber, roadNumber: row.roadNumber },
        ...(row.askedAs === 'PRESENT'
          ? { name: row.fromName, nameBn: row.fromNameBn }
          : { name: row.toName, nameBn: row.toNameBn }),
        ...{ plotNumber: row.plotNumber, amountMinor: row.feeMinor, since: row.stateSince, dueAt: null },
        to: { path: '/take-payment', query: { ownershipRequestId: row.id } },
      })),
    };
  },
};

export const ownershipQueues: readonly WorkQueue[] = [
  ofStage({
    ...{ name: 'ownership-papers', order: 120, permissions: ['ownership:verify'], state: 'CONSENTED' },
    title: { en: 'Ownership changes: papers', bn: 'মালিকানা পরিবর্তন: কাগজ যাচাই' },
  }),
  ofStage({
    ...{ name: 'ownership-readings', order: 121, permissions: ['ownership:verify'], state: 'DOCS_VERIFIED' },
    title: { en: 'Ownership changes: handover reading', bn: 'মালিকানা পরিবর্তন: হস্তান্তরের রিডিং' },
  }),
  ofStage({
    ...{
      name: 'ownership-acceptance',
      order: 122,
      permissions: ['ownership:accept'],
      state: 'READY_TO_APPROVE',
    },
    title: { en: 'Ownership changes: to accept', bn: 'মালিকানা পরিবর্তন: অনুমোদন' },
  }),
  fees,
];
