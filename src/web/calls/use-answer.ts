/**
 * Answers of GET endpoints as React state. Every successful action makes all of them stale: those on the screen
 * are fetched again at once, the others when they are next shown, so no list has to know what an action touches.
 */
import { type Query, QueryClient, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { call } from './call.ts';
import { type CallError, isWorthRepeating, repeatAfter_ms } from './call-error.ts';
import { onChangeSignal } from './change-signals.ts';

const STALE_AFTER_MS = 15_000;
/** A working day: a page that was opened before in this tab can be read without a network. */
const KEPT_MS = 8 * 3600 * 1000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      gcTime: KEPT_MS,
      retry: isWorthRepeating,
      retryDelay: repeatAfter_ms,
    },
  },
});

/** A page may show beside its filters what their options are made of: then an act of the page can change it. */
const isOfSetUp = (query: Query) =>
  query.observers.length > 0 &&
  query.observers.every(({ options: { meta } }) => meta?.afterActs === 'when-shown');

onChangeSignal((what) => {
  if (what === 'signed-out') queryClient.clear();
  if (what === 'changed') {
    void queryClient.invalidateQueries({ predicate: isOfSetUp, refetchType: 'none' });
    return queryClient.invalidateQueries({ predicate: (query) => !isOfSetUp(query) });
  }
  if (what === 'old') void queryClient.invalidateQueries({ refetchType: 'none' });
  return undefined;
});

type AnswerOptions<E extends Endpoint> = Omit<
  UseQueryOptions<EndpointAnswer<E>, CallError>,
  'queryKey' | 'queryFn' | 'meta'
> & {
  /** No act of this page changes it (the options of a filter): after an act it is asked again only when it is next shown. */
  afterActs?: 'when-shown';
  /** What else it is made of, such as the versions of its rows: it is asked again when this differs. */
  madeOf?: string;
};

/** The answer of a GET endpoint: `const sectors = useAnswer(listSectors, { query })`. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E> = {},
  { afterActs, madeOf, ...options }: AnswerOptions<E> = {},
) {
  return useQuery<EndpointAnswer<E>, CallError>({
    ...options,
    ...(afterActs ? { meta: { afterActs } } : {}),
    queryKey: madeOf === undefined ? [endpoint.path, input] : [endpoint.path, input, madeOf],
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
  });
}
