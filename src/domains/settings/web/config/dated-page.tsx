/** The page of values that one person plans by date and another one approves: a form for who may plan, and all that was planned. */
import { Fragment, type ReactNode } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { useMay } from '#web/session/session.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import type { Dated } from '../../dated/contract.ts';
import style from './dated-page.module.css';
import { DatedSheet, type DatedSheetProps } from './dated-sheet.tsx';

type DatedPageProps<V, State> = Pick<DatedSheetProps<V>, 'linesOf' | 'withdraw'> & {
  approve: Endpoint;
  /** The answer of the list of the kind. */
  found: { data: State | undefined; error: unknown; refetch: () => unknown };
  title: string;
  about: string;
  planTitle: string;
  /** Made again when the list changes: it begins with the value of today. */
  form: (state: State) => ReactNode;
  /** Above the form. */
  above?: (state: State) => ReactNode;
  /** In the place of the form for who may not plan. */
  instead?: (state: State) => ReactNode;
  /** What the person who approves has to know of a waiting change. */
  aboutWaiting?: DatedSheetProps<V>['about'];
};

export function DatedPage<V, State extends { today: string; now: V; items: readonly Dated<V>[] }>({
  found,
  aboutWaiting,
  ...page
}: DatedPageProps<V, State>) {
  const may = useMay();
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const state = found.data;
  const { items, today, now } = state;
  return (
    <div className={style.page}>
      <PageHead title={page.title} about={page.about} />
      {page.above?.(state)}
      {may('tariffs:edit') ? (
        <Sheet title={page.planTitle}>
          <Fragment key={items.map(({ id, version }) => id + version).join()}>{page.form(state)}</Fragment>
        </Sheet>
      ) : (
        page.instead?.(state)
      )}
      <DatedSheet
        {...{ items, today, now, linesOf: page.linesOf, approve: page.approve, withdraw: page.withdraw }}
        {...(aboutWaiting ? { about: aboutWaiting } : {})}
      />
    </div>
  );
}
