/** The keeper of an order for a page: it knows the newest version of the order, and sends again what only another step has made old. */
import { useEffect, useRef, useState } from 'react';
import type { Entry } from '#web/outbox/entry.ts';
import { loadAhead, onDelivery, startOutbox } from '#web/outbox/outbox.ts';
import { useEntriesOf, useOutbox } from '#web/outbox/use-outbox.ts';
import type { OrderDetail } from '../../contract.ts';
import { ORDER_ARRIVAL } from '../outbox.ts';
import { fetchAgain, type OrderKeeper, orderKeeper, photosOf, recordOf } from './order-keeper.ts';

export type Kept = {
  keeper: OrderKeeper;
  entries: readonly Entry[];
  isLoaded: boolean;
  /** A photo of what was done is on the server, or waits here to be sent before the completion. */
  isProven: boolean;
};

export function useKeeper(order: OrderDetail): Kept {
  const { isLoaded } = useOutbox();
  const record = recordOf(order);
  const entries = useEntriesOf(record);
  const known = useRef(order.version);
  known.current = Math.max(known.current, order.version);
  /** The server has such a photo since this page is open: the page may not know it yet. */
  const [hasSent, setSent] = useState(false);
  const [keeper] = useState(() => orderKeeper(order, () => known.current));
  useEffect(() => {
    void startOutbox();
    void loadAhead();
    const stop = onDelivery(({ entry, answer }) => {
      const { version } = answer as { version?: number };
      if (entry.record === record && version) known.current = Math.max(known.current, version);
      if (entry.record === record && photosOf([entry], 'AFTER').length > 0) setSent(true);
      return false;
    });
    addEventListener('pagehide', keeper.settle);
    document.addEventListener('visibilitychange', keeper.settle);
    return () => {
      stop();
      removeEventListener('pagehide', keeper.settle);
      document.removeEventListener('visibilitychange', keeper.settle);
      keeper.settle();
    };
  }, [keeper, record]);
  useRepeats(order, { keeper, entries });
  const isWaiting = photosOf(entries, 'AFTER').some(({ state }) => state === 'waiting');
  return { keeper, entries, isLoaded, isProven: order.isProven === true || hasSent || isWaiting };
}

/** A photo of a colleague, or a hold that is over, makes the version of the order a newer one and changes nothing of the step. */
function useRepeats(order: OrderDetail, { keeper, entries }: Pick<Kept, 'keeper' | 'entries'>) {
  const { id, version, can } = order;
  const conflict = entries.find(({ state }) => state === 'conflict');
  const step = conflict?.way === ORDER_ARRIVAL ? 'arrive' : 'complete';
  useEffect(() => {
    if (conflict) void fetchAgain(id).catch(() => undefined);
  }, [conflict, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version, and another refusal, are news
  useEffect(() => {
    if (conflict && version > conflict.version && can[step] === 'yes') void keeper.repeat(conflict);
  }, [version, conflict?.id]);
}
