import type { ReactNode } from 'react';
import style from './import.module.css';

/** Around a table that may be wider than a phone. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={style.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
