/** Says that a table goes on beside what is in sight, and moves there: for eyes, for the mouse and for the keyboard. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import style from './list.module.css';

type Sides = { left: boolean; right: boolean };
const NONE: Sides = { left: false, right: false };
/** Of the width in sight; the rest is seen before and after. */
const STEP = 0.7;

/** @param within what has the table; on a phone there is none */
export function ColumnsBeyond({ within }: { within: RefObject<HTMLElement | null> }) {
  const [sides, setSides] = useState(NONE);
  const tableOf = () => within.current?.querySelector<HTMLElement>('[data-scroll]');
  // After each render: a list that came, or became a table, has another one.
  useEffect(() => {
    const scroll = tableOf();
    if (!scroll) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = scroll;
      const now = { left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1 };
      setSides((old) => (old.left === now.left && old.right === now.right ? old : now));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(scroll);
    if (scroll.firstElementChild) sizes.observe(scroll.firstElementChild);
    scroll.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      scroll.removeEventListener('scroll', look);
    };
  });
  if (!sides.left && !sides.right) return null;
  const move = (direction: 1 | -1) => {
    const scroll = tableOf();
    scroll?.scrollBy({ left: direction * scroll.clientWidth * STEP });
  };
  return (
    <Suspense>
      <Buttons sides={sides} move={move} />
    </Suspense>
  );
}

function Buttons({ sides, move }: { sides: Sides; move: (direction: 1 | -1) => void }) {
  const t = useTexts('frame');
  return (
    <span className={style.beyond}>
      <button
        type="button"
        className={style.pageButton}
        aria-label={t('columns.left')}
        aria-disabled={!sides.left}
        onClick={() => move(-1)}
      >
        <IconChevronLeft size={14} aria-hidden="true" />
      </button>
      <button type="button" className={style.pageButton} aria-disabled={!sides.right} onClick={() => move(1)}>
        {t('columns.right')}
        <IconChevronRight size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
