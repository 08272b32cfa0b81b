/**
 * Rows of a list without end. The address says how many loads are shown (`page`), so that Back gives the shorter
 * list again and a reload the same one; what was loaded is kept and not asked for again.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { call } from '#web/calls/call.ts';
import type { CallError } from '#web/calls/call-error.ts';

export type Older<R> = { items: R[]; nextKey: string | null };

const ROWS = 50;
/** A reload asks for no more than these. */
const MOST_LOADS = 20;

export function useOlder<R>(endpoint: Endpoint, query: Readonly<Record<string, string>>, loads: number) {
  const wanted = Math.min(loads, MOST_LOADS);
  const answer = useInfiniteQuery<Older<R>, CallError, { pages: Older<R>[] }, unknown[], string | undefined>({
    queryKey: [endpoint.path, 'older', query],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { query: { ...query, limit: ROWS, startKey: pageParam } } as EndpointInput<Endpoint>, {
        signal,
        quiet: true,
      }) as Promise<EndpointAnswer<Endpoint> & Older<R>>,
    getNextPageParam: ({ nextKey }) => nextKey ?? undefined,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = answer;
  const loaded = data?.pages.length ?? 0;
  useEffect(() => {
    if (loaded > 0 && loaded < wanted && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [loaded, wanted, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const shown = data?.pages.slice(0, wanted);
  return {
    rows: shown?.flatMap(({ items }) => items),
    hasOlder: (shown?.at(-1)?.nextKey ?? null) !== null && wanted < MOST_LOADS,
    isLoadingOlder: isFetchingNextPage,
    error: answer.error,
    refetch: answer.refetch,
  };
}
