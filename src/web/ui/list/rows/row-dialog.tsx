/**
 * A dialog about rows of a list: its step names the rows as its person saw them. If it is refused because of what they are by now, the list is
 * asked again, and the dialog shows what changed and goes on with the newer rows: the next press is for what the person has seen by then. What
 * was typed stays. If the step is possible for none of them any more, the dialog says what happened instead (over-note.tsx).
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { onChangeSignal } from '../../../calls/change-signals.ts';
import { queryClient } from '../../../calls/use-answer.ts';
import { onDemand } from '../../on-demand.tsx';
import { StepNews, StepOver } from '../../over/step-over.ts';
import { fieldsOf } from '../columns.tsx';
import type { RowOf } from '../use-list.ts';
import { type Met, meetRows } from './met-rows.rules.ts';
import type { RowNewsProps } from './row-news.tsx';

const RowNews = onDemand<RowNewsProps>(() => import('./row-news.tsx').then((file) => file.RowNews));

type RowDialogProps<E extends Endpoint> = Pick<RowNewsProps, 'columns'> & {
  /** Of the list. */
  endpoint: E;
  /** As they were shown when the dialog was opened. */
  rows: readonly RowOf<E>[];
  /** Whether the step is possible for a row. */
  fits: (row: RowOf<E>) => boolean;
  /** Default: the row's `id`. */
  idOf?: (row: RowOf<E>) => string;
  /** The dialog of the step: about the first row, or about all of them. */
  children: (row: RowOf<E>, rows: readonly RowOf<E>[]) => ReactNode;
};

const ownId = (row: unknown): string => String((row as { id: unknown }).id);

export function RowDialog<E extends Endpoint>(dialog: RowDialogProps<E>) {
  type Row = RowOf<E>;
  const { endpoint, rows, fits, columns, idOf = ownId, children } = dialog;
  const ofList = { queryKey: [endpoint.path], type: 'active' } as const;
  const shownNow = () =>
    queryClient.getQueriesData<{ items: Row[] }>(ofList).flatMap(([, answer]) => answer?.items ?? []);
  const [met, setMet] = useState<Met<Row>>({ rows, changed: [], gone: [] });
  /** Another page of the list has the other ones that were selected. */
  const [wasShown] = useState(() => new Set(shownNow().map(idOf)));
  const look = async (isOutdated: boolean) => {
    await queryClient.refetchQueries(ofList);
    if (
      queryClient
        .getQueryCache()
        .findAll(ofList)
        .some(({ state }) => state.status === 'error')
    )
      return;
    const now = shownNow();
    const fields = columns.flatMap((column) => fieldsOf<never>(column));
    setMet((before) => meetRows(before, now, { idOf, fits, fields, wasShown, isOutdated }));
  };
  const latest = useRef(look);
  latest.current = look;
  useEffect(
    () =>
      onChangeSignal((what) =>
        what === 'outdated' || what === 'refused' ? latest.current(what === 'outdated') : undefined,
      ),
    [],
  );
  const isOver = met.rows.length === 0;
  /** Of a step that is over, its dialog says which one it was. */
  const last = useRef(rows);
  if (!isOver) last.current = met.rows;
  const [row] = last.current;
  if (row === undefined) return null;
  const [changed, gone] = [met.changed as RowNewsProps['changed'], met.gone as RowNewsProps['gone']];
  const news =
    changed.length + gone.length > 0 ? (
      <RowNews {...{ columns, changed, gone, isOver }} isNamed={rows.length > 1} />
    ) : null;
  return (
    <StepOver value={isOver ? news : null}>
      <StepNews value={isOver ? null : news}>{children(row, last.current)}</StepNews>
    </StepOver>
  );
}
