/**
 * Tabs in a row, each with its count. One tab stop: arrows, Home and End move and choose. A row that is too long has
 * several lines.
 */
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useFormats } from '../texts/use-formats.ts';
import style from './tab-strip.module.css';

export type TabItem = { id: string; title: ReactNode; count?: number | undefined };

type TabStripProps = {
  label: string;
  items: readonly TabItem[];
  chosen: string;
  choose: (id: string) => unknown;
  /** The element that shows what the chosen tab stands for. */
  panelId?: string;
};

/** The tab that a key leads to, from one of so many tabs. */
function target(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

export function TabStrip({ label, items, chosen, choose, panelId }: TabStripProps) {
  const { number } = useFormats();
  const strip = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const index = items.findIndex((item) => item.id === chosen);
    const next = target(event.key, index, items.length);
    const item = next === undefined ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    strip.current?.querySelectorAll('button')[next ?? 0]?.focus();
    choose(item.id);
  };
  return (
    <div
      ref={strip}
      className={`${style.strip} no-print`}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      tabIndex={-1}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          id={panelId ? `${panelId}-${item.id}` : undefined}
          className={style.tab}
          aria-selected={item.id === chosen}
          aria-controls={panelId}
          tabIndex={item.id === chosen ? 0 : -1}
          onClick={() => choose(item.id)}
        >
          {item.title}
          {item.count === undefined ? null : <span className={style.count}>{number(item.count)}</span>}
        </button>
      ))}
    </div>
  );
}
