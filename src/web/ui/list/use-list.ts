/** A contract's list endpoint bound to the address: rows, total, and the changes that a list offers. */
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { z } from 'zod';
import type { Endpoint, EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '../../calls/use-answer.ts';
import { useGo, useIsLeaving, usePagePath, useUrlQuery } from '../../navigation/go.tsx';
import { usePersisted } from '../../state/persisted.ts';
import { paginationMap } from '../../state/preferences.ts';
import { changedQuery, type ListState, listQuery, readListState } from './list-state.ts';

type Shape = z.ZodType;
/** An endpoint that answers a page of rows. */
export type ListEndpoint<R> = Endpoint<
  Shape,
  Shape,
  Shape,
  z.ZodType<{ items: R[]; total: number; limit: number; offset: number }>
>;
export type RowOf<E extends Endpoint> = EndpointAnswer<E> extends { items: (infer R)[] } ? R : never;

/** The list state of the address, and how to change it. */
export function useListState(filterNames: readonly string[]) {
  const query = useUrlQuery();
  const path = usePagePath();
  const go = useGo();
  const isLeaving = useIsLeaving();
  const sizes = usePersisted(paginationMap);
  const state: ListState = useMemo(
    () => readListState(query, filterNames, sizes[path]),
    [query, filterNames, sizes, path],
  );
  const change = (values: Readonly<Record<string, string | number | undefined>>, replace = false) => {
    if (typeof values.size === 'number') {
      const size = values.size;
      void paginationMap.update((map) => ({ ...map, [path]: size }));
    }
    // A search that was typed just before a row was pressed must not call the person back from it.
    if (replace && isLeaving()) return;
    void go(path, changedQuery(query, values), { replace });
  };
  return { state, change };
}

/** One page of rows; the page before stays on the screen until the next one is here. */
export function useList<E extends Endpoint>(
  endpoint: E,
  state: ListState,
  fixed: Readonly<Record<string, unknown>> = {},
  params?: object,
) {
  const query = listQuery(state, fixed);
  const input = { query, ...(params ? { params } : {}) } as Parameters<typeof useAnswer<E>>[1];
  return { ...useAnswer(endpoint, input, { placeholderData: keepPreviousData }), query };
}

type Answer = { items: readonly unknown[]; total: number };

/**
 * A page that is not there any more: the last row of the last page was dealt with, or a link is older than the list. Goes to the last page.
 * @param found the rows of the page in the address, or of another one that is shown in its place as long as they are asked
 * @returns true as long as it is on its way
 */
export function useExistingPage(
  { data, isPlaceholderData }: { data: Answer | undefined; isPlaceholderData: boolean },
  { page, size }: ListState,
  change: (values: { page: number }, replace: boolean) => void,
): boolean {
  const isEmpty = data?.items.length === 0 && !isPlaceholderData;
  const last = isEmpty ? Math.max(1, Math.ceil(data.total / size)) : page;
  const isBeyond = page > last;
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (isBeyond) latest.current({ page: last }, true);
  }, [isBeyond, last]);
  return isBeyond;
}
