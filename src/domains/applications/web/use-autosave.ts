/**
 * Saves what is typed two seconds after the last change, one call at a time: the version that a call answers is the
 * one that the next call names. `flush` saves at once and waits, before something is submitted.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '#web/calls/call-error.ts';

const PAUSE_MS = 2000;

export type SaveState = {
  kind: 'idle' | 'waiting' | 'saving' | 'saved' | 'failed';
  /** When it was last saved. */
  at: string | null;
  error: CallError | null;
};

export function useAutosave<V>(save: (values: V) => Promise<void>) {
  const [state, setState] = useState<SaveState>({ kind: 'idle', at: null, error: null });
  const wanted = useRef<{ values: V } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));
  const latestSave = useRef(save);
  latestSave.current = save;

  const run = useCallback(async (): Promise<boolean> => {
    const next = wanted.current;
    if (!next) return true;
    wanted.current = null;
    setState((before) => ({ ...before, kind: 'saving' }));
    try {
      await latestSave.current(next.values);
      setState({ kind: wanted.current ? 'waiting' : 'saved', at: new Date().toISOString(), error: null });
      return true;
    } catch (error) {
      // What was typed meanwhile is newer than what failed.
      wanted.current ??= next;
      setState((before) => ({
        ...before,
        kind: 'failed',
        error: error instanceof CallError ? error : new CallError(0),
      }));
      return false;
    }
  }, []);
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(run);
    return running.current;
  }, [run]);
  const queue = useCallback(
    (values: V) => {
      wanted.current = { values };
      setState((before) => ({ ...before, kind: 'waiting' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), PAUSE_MS);
    },
    [flush],
  );
  useEffect(() => {
    // Leaving the screen, or putting the phone away, saves what is still waiting.
    const hidden = () => document.visibilityState === 'hidden' && void flush();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      void flush();
    };
  }, [flush]);
  return useMemo(() => ({ state, queue, flush }), [state, queue, flush]);
}
