/** How far a file is on its way, and the figures of what was found in it. */
import { IconCheck } from '@tabler/icons-react';
import { useFormats } from '../../texts/use-formats.ts';
import style from './import.module.css';

/** @param current index of the step that is being done; beyond the last one all are done */
export function Steps({ titles, current }: { titles: readonly string[]; current: number }) {
  const { number } = useFormats();
  return (
    <ol className={style.steps}>
      {titles.map((title, index) => (
        <li
          key={title}
          className={style.step}
          data-past={index < current || undefined}
          {...(index === current ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={style.dot}>
            {index < current ? <IconCheck size={15} aria-hidden="true" /> : number(index + 1)}
          </span>
          {title}
        </li>
      ))}
    </ol>
  );
}

export function Totals({ totals }: { totals: readonly (readonly [label: string, count: number])[] }) {
  const { number } = useFormats();
  return (
    <div className={style.facts}>
      {totals.map(([label, count]) => (
        <div key={label} className={style.fact}>
          <div className={style.value}>{number(count)}</div>
          <div className={style.quiet}>{label}</div>
        </div>
      ))}
    </div>
  );
}
