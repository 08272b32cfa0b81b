/**
 * A form that is saved while it is typed. A page that goes (closed, reloaded, thrown away by the phone) sends what waits with
 * `keepalive`, which outlives the page; what is cut off all the same, the page that comes back sends before it shows the form.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '#web/calls/call.ts';
import { isTransient } from '#web/calls/call-error.ts';
import { queryClient } from '#web/calls/use-answer.ts';
import { unsentOf } from '#web/state/unsent.ts';
import { type ApplicationDetail, getApplication } from '../../contract.ts';
import { autosave } from './autosave.ts';

type Change = Partial<ApplicationDetail> & { version: number };
type Options<V> = {
  /** Sends it with these options; gives what the application has by now. */
  send: (values: V, version: number, how: SendOptions) => Promise<Change>;
};
type SendOptions = { idempotencyKey: string; keepalive: true; quiet: true };

const keyOf = (id: string) => [getApplication.path, { params: { id } }];

/** As it was saved last: React is told of it a moment later. */
export const latestOf = (application: ApplicationDetail): ApplicationDetail =>
  queryClient.getQueryData<ApplicationDetail>(keyOf(application.id)) ?? application;

function fetchAgain(id: string) {
  const queryFn = () => call(getApplication, { params: { id } }, { quiet: true });
  return queryClient.fetchQuery({ queryKey: keyOf(id), queryFn, staleTime: 0 });
}

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** Without an answer of the server it is sent again by itself, each time after a longer pause. */
const pauseAfter_ms = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);

export function useAutosave<V>({ id, version }: ApplicationDetail, { send }: Options<V>) {
  const latestSend = useRef(send);
  latestSend.current = send;
  const [saving] = useState(() =>
    autosave<V>({
      store: unsentOf(`draft:${id}`),
      version,
      async send({ values, version: named, key }) {
        const how = { idempotencyKey: key, keepalive: true, quiet: true } as const;
        const change = await latestSend.current(values, named, how);
        // Who leaves the form and comes back finds what was saved, not what was fetched before it.
        queryClient.setQueryData<ApplicationDetail>(keyOf(id), (old) => old && { ...old, ...change });
        return change;
      },
    }),
  );
  const [isReady, setIsReady] = useState(() => saving.left() === null);
  useEffect(() => {
    if (saving.left() === null) return;
    const begin = async () => {
      // What the server has is asked for again: a change of others may have come after ours.
      if (await saving.flush()) await fetchAgain(id).catch(() => undefined);
      setIsReady(true);
    };
    void begin();
  }, [saving, id]);
  useEffect(() => {
    const settle = () => void saving.settle();
    document.addEventListener('visibilitychange', settle);
    addEventListener('pagehide', settle);
    addEventListener('online', settle);
    return () => {
      document.removeEventListener('visibilitychange', settle);
      removeEventListener('pagehide', settle);
      removeEventListener('online', settle);
      settle();
    };
  }, [saving]);
  const state = useSyncExternalStore(saving.subscribe, saving.state);
  const failures = useRef(0);
  useEffect(() => {
    if (state.kind === 'saved') failures.current = 0;
    if (state.kind !== 'failed' || !isTransient(state.error)) return;
    const timer = setTimeout(() => void saving.settle(), pauseAfter_ms(failures.current));
    failures.current += 1;
    return () => clearTimeout(timer);
  }, [saving, state]);
  // As soon as the form is there it knows what this page knows.
  if (isReady) saving.seen(version);
  return { saving, state, isReady };
}
