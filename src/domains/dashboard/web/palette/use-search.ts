/** The server's side of the palette: asked when typing pauses, the older question is taken back. */
import { useEffect, useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { isTooShort, readSearchText } from '#shared/search/search-text.ts';
import { call } from '#web/calls/call.ts';
import { search } from '../../search/contract.ts';

const PAUSE_MS = 140;

export type Groups = EndpointAnswer<typeof search>['groups'];
type Found = { text: string; groups: Groups; state: 'done' | 'asking' | 'failed' };

const NOTHING: Found = { text: '', groups: [], state: 'done' };

export function useSearch(typed: string): Found {
  const text = typed.trim().slice(0, 100);
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (isTooShort(readSearchText(text))) {
      setFound(NOTHING);
      return;
    }
    const stop = new AbortController();
    // What was found before stays until the new answer is there: nothing jumps.
    setFound((before) => ({ ...before, state: 'asking' }));
    const timer = setTimeout(async () => {
      try {
        const { groups } = await call(search, { query: { text } }, { signal: stop.signal, quiet: true });
        if (!stop.signal.aborted) setFound({ text, groups, state: 'done' });
      } catch {
        if (!stop.signal.aborted) setFound({ text, groups: [], state: 'failed' });
      }
    }, PAUSE_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [text]);
  return found;
}
