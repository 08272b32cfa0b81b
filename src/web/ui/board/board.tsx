/**
 * Records on a board: a column for each state with its count, so many cards, and a link to the others. Arrows move between the cards. On
 * a phone one column is shown at a time, chosen by its tab. Nothing is dragged: a card offers the steps that are possible.
 */
import { Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { GoLink, type GoQuery } from '../../navigation/go.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { TabStrip } from '../tab-strip.tsx';
import style from './board.module.css';
import { moveAcross } from './move-across.ts';

export type BoardColumn = {
  id: string;
  /** Its name as text, for the tab of a phone. */
  name: string;
  /** The same as it is written above the column. */
  title: ReactNode;
  total: number;
  /** Each an element `<li>` with `data-row`. */
  cards: readonly ReactNode[];
  /** The list with the other rows of the column. */
  more: { path: string; query: GoQuery };
};

type BoardProps = {
  label: string;
  columns: readonly BoardColumn[];
  isPhone: boolean;
  /** The column that a phone shows. */
  chosen: string;
  choose: (id: string) => unknown;
  isStale?: boolean;
};

export function Board({ label, columns, isPhone, chosen, choose, isStale }: BoardProps) {
  const panelId = useId();
  const shown = isPhone ? columns.filter(({ id }) => id === chosen) : columns;
  return (
    <>
      {isPhone ? (
        <TabStrip
          label={label}
          panelId={panelId}
          items={columns.map(({ id, name, total }) => ({ id, title: name, count: total }))}
          chosen={chosen}
          choose={choose}
        />
      ) : null}
      <section id={panelId} className={style.scroll} aria-label={label} tabIndex={isPhone ? undefined : 0}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links of the cards */}
        <div className={style.board} aria-busy={isStale || undefined} onKeyDown={moveAcross}>
          {shown.map((column) => (
            <Column key={column.id} column={column} />
          ))}
        </div>
      </section>
    </>
  );
}

function Column({ column: { title, total, cards, more } }: { column: BoardColumn }) {
  const t = useTexts('frame');
  const { number } = useFormats();
  const id = useId();
  const others = total - cards.length;
  return (
    <section className={style.column} aria-labelledby={id} data-column>
      <h2 id={id} className={style.head}>
        {title}
        <span className={style.count}>{number(total)}</span>
      </h2>
      {total === 0 ? (
        <p className={style.none}>{t('board.none')}</p>
      ) : (
        <ul className={style.cards}>{cards}</ul>
      )}
      {others > 0 ? (
        <GoLink to={more.path} query={more.query} className={style.more}>
          {t('board.more', { count: others })}
        </GoLink>
      ) : null}
    </section>
  );
}

export function BoardSkeleton({ columns }: { columns: number }) {
  const t = useTexts('common');
  return (
    <div role="status" aria-label={t('list.loading')} className={style.scroll}>
      <div className={style.board}>
        {Array.from({ length: columns }, (_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
          <div key={column} className={style.column}>
            <Skeleton height={22} width="60%" my={9} />
            {Array.from({ length: 3 - (column % 3) }, (_, card) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
              <Skeleton key={card} height={112} radius={10} mb={8} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
