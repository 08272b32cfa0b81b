/** Which rows of how many, page by page, and how many a page has. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import style from './list.module.css';
import { pagesShown } from './pages-shown.ts';

const SIZES = [10, 20, 50, 100, 200];

type PagerProps = {
  page: number;
  size: number;
  total: number;
  change: (values: { page?: number; size?: number }) => void;
  /** Beside the number of rows. */
  children?: ReactNode;
};

export function Pager({ page, size, total, change, children }: PagerProps) {
  const t = useTexts('common');
  const { number } = useFormats();
  const last = Math.max(1, Math.ceil(total / size));
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <div className={`${style.pager} no-print`}>
      <span className={style.range}>
        {t('list.range', { from, to: Math.min(page * size, total), count: total })}
      </span>
      <NativeSelect
        size="xs"
        aria-label={t('list.rows')}
        value={String(size)}
        onChange={(event) => change({ size: Number(event.currentTarget.value) })}
        data={SIZES.map((size) => ({ value: String(size), label: number(size) }))}
      />
      {children}
      <span className={style.push} />
      <ActionIcon
        variant="default"
        aria-label={t('list.previous')}
        disabled={page <= 1}
        onClick={() => change({ page: page - 1 })}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      {pagesShown(page, last).map((shown, index) =>
        shown === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing but its place
          <span key={`gap${index}`} className={style.gap}>
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            className={style.pageButton}
            aria-label={t('list.page', { page: shown })}
            aria-current={shown === page ? 'page' : undefined}
            onClick={() => change({ page: shown })}
          >
            {number(shown)}
          </button>
        ),
      )}
      <ActionIcon
        variant="default"
        aria-label={t('list.next')}
        disabled={page >= last}
        onClick={() => change({ page: page + 1 })}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}

type PagesProps = {
  state: { page: number; size: number };
  total: number;
  change: PagerProps['change'];
};

/** Below the cards of a household: who has one page of them turns none. */
export function PagesOfCards({ state, total, change }: PagesProps) {
  return total > state.size || state.page > 1 ? (
    <Pager page={state.page} size={state.size} total={total} change={change} />
  ) : null;
}
