/**
 * The version that a form sends: the one that was on the screen when the first thing was typed. A page fetches its record
 * again by itself; if its newest version were sent, the form would save over changes that its person has not seen.
 */
import { useEffect, useRef } from 'react';
import { valueAt } from './issues.ts';

export function useVersion(shown: number | undefined) {
  /** Of this form's own last save, which the page has maybe not fetched yet. */
  const own = useRef(0);
  const started = useRef<{ version: number; values: unknown } | null>(null);
  const newest = () => Math.max(shown ?? 0, own.current);
  return {
    /** Something is typed from now on. */
    begin(values: unknown) {
      started.current = { version: newest(), values };
    },
    /** What was there before. */
    base: () => started.current?.values,
    sent: () => (shown === undefined ? {} : { version: started.current?.version ?? newest() }),
    /** The person saw another version; what they began with stays what it was. */
    met(version: number, values: unknown) {
      started.current = { version, values };
    },
    saved(answer: unknown) {
      const version = valueAt(answer, 'version');
      started.current = null;
      own.current = typeof version === 'number' ? version : 0;
    },
    /** Begins again with a version that the page fetched, unless something would be lost. */
    useNewer(isUntouched: boolean, begin: () => void) {
      const seen = useRef(shown);
      const latest = useRef(begin);
      latest.current = begin;
      useEffect(() => {
        if (shown === seen.current) return;
        if (!isUntouched) return;
        seen.current = shown;
        latest.current();
      }, [shown, isUntouched]);
    },
  };
}
