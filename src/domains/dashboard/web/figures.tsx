/** Figures on top of a home: each leads to the list whose rows it counts. */
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GoLink, type GoQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from './dashboard.module.css';

export type Figure = {
  key: string;
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  /** The list behind the number; none if the person may not open it. */
  to?: { path: string; query?: GoQuery } | undefined;
  isAlarming?: boolean;
};

export function Figures({ figures }: { figures: readonly Figure[] }) {
  const t = useTexts('dashboard');
  return (
    <ul className={style.figures} aria-label={t('figures.title')}>
      {figures.map(({ key, label, value, note, to, isAlarming }) => {
        const content = (
          <>
            <span className={style.label}>{label}</span>
            <span className={isAlarming ? style.alarming : style.value}>{value}</span>
            <span className={style.note}>{note}</span>
          </>
        );
        return (
          <li key={key}>
            {to ? (
              <GoLink className={style.tile} to={to.path} query={to.query ?? {}}>
                {content}
              </GoLink>
            ) : (
              <div className={style.tile}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Change against the same days of last month: arrow, percent, and the amount compared with. */
export function Change({ minor, beforeMinor }: { minor: number; beforeMinor: number }) {
  const t = useTexts('dashboard');
  const { percent } = useFormats();
  if (minor === beforeMinor) return t('figures.same');
  const isMore = minor > beforeMinor;
  const Icon = isMore ? IconArrowUpRight : IconArrowDownRight;
  return (
    <>
      {beforeMinor > 0 ? (
        <span className={isMore ? style.more : style.less}>
          <Icon size={14} stroke={2} aria-hidden="true" />
          {isMore ? '+' : ''}
          {percent((minor - beforeMinor) / beforeMinor)}
        </span>
      ) : null}{' '}
      {t('figures.before', { amount: beforeMinor })}
    </>
  );
}
