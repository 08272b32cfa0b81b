/**
 * The reader's way: the meters that were shown, the readings that were saved, and the next meters, which are
 * fetched before they are needed, so that the next one is there as soon as a reading is saved.
 */
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/calls/call.ts';
import { type NextMeter, nextMeters, type Reading } from '../../readings/contract.ts';

/** What the list on the screen is narrowed to. */
export type Scope = { period: string; sectorId?: string | undefined };

const FETCHED = 6;
/** With so few left, more are fetched. */
const FEW = 3;

export type Saved = { meter: NextMeter; reading: Reading };

export function useWay(scope: Scope, firstConnectionId: string) {
  const [shown, setShown] = useState<readonly NextMeter[]>([]);
  const [at, setAt] = useState(0);
  const [saved, setSaved] = useState<readonly Saved[]>([]);
  const [error, setError] = useState<unknown>(null);
  const ahead = useRef<NextMeter[]>([]);
  const fetching = useRef<Promise<void> | undefined>(undefined);
  /** Behind the last one those that were left out before come again. */
  const isFromStart = useRef(false);
  const last = useRef<string | undefined>(undefined);
  const done = useRef(new Set<string>());

  const fetch = (begin: { from?: string; after?: string }) => {
    fetching.current ??= call(nextMeters, { query: { ...scope, ...begin, limit: FETCHED } }, { quiet: true })
      .then(({ items }) => {
        last.current = items.at(-1)?.connectionId ?? last.current;
        ahead.current.push(...items);
        if (items.length === 0 && !isFromStart.current) {
          isFromStart.current = true;
          last.current = undefined;
        }
      })
      .finally(() => {
        fetching.current = undefined;
      });
    return fetching.current;
  };
  const more = () => fetch(last.current ? { after: last.current } : {});

  /** The next meter that is not read yet; undefined behind the last one. */
  const take = async (): Promise<NextMeter | undefined> => {
    for (;;) {
      const next = ahead.current.shift();
      if (ahead.current.length < FEW && !fetching.current) void more().catch(() => undefined);
      if (next && !done.current.has(next.meterId)) return next;
      if (next) continue;
      const wasFromStart = isFromStart.current;
      await (fetching.current ?? more());
      if (ahead.current.length === 0 && wasFromStart) return undefined;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the way begins once, at the meter that was chosen
  useEffect(() => {
    fetch({ from: firstConnectionId })
      .then(() => {
        const first = ahead.current.shift();
        if (first) setShown([first]);
      })
      .catch(setError);
  }, []);

  return {
    meter: shown[at],
    saved,
    error,
    /** The reading of the meter that is shown, if it was saved here. */
    reading: saved.find(({ meter }) => meter.meterId === shown[at]?.meterId)?.reading,
    canGoBack: at > 0,
    back: () => setAt((now) => Math.max(0, now - 1)),
    /** True if there is one. */
    async next(): Promise<boolean> {
      if (at < shown.length - 1) {
        setAt(at + 1);
        return true;
      }
      const next = await take();
      if (!next) return false;
      setShown([...shown, next]);
      setAt(shown.length);
      return true;
    },
    save(reading: Reading) {
      const meter = shown[at];
      if (!meter) return;
      done.current.add(meter.meterId);
      setSaved((before) => [
        { meter, reading },
        ...before.filter((entry) => entry.meter.meterId !== meter.meterId),
      ]);
    },
    reopen(meterId: string) {
      const place = shown.findIndex((meter) => meter.meterId === meterId);
      if (place >= 0) setAt(place);
    },
  };
}
