/** How long something lasts and until when it should; what is late says so, by how much, in red. */
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from './clock.module.css';
import { daysSince } from './words.tsx';

type ClockProps = {
  since: string;
  /** Null while somebody else has to act. */
  dueAt: string | null;
  overdue: boolean;
  /** Is shown instead of the day: the clock is stopped. */
  held?: ReactNode;
};

export function Clock({ since, dueAt, overdue, held }: ClockProps) {
  const t = useTexts('applications');
  const { day } = useFormats();
  const age = daysSince(since);
  const lasts = age === 0 ? t('lists.today') : t('lists.days', { count: age });
  return (
    <span className={style.clock}>
      {overdue && dueAt && !held ? (
        <span className={style.late}>
          <IconAlertCircle size={15} aria-hidden="true" />
          {t('lists.late', { days: lasts, count: Math.max(1, daysSince(dueAt)) })}
        </span>
      ) : (
        <span>{lasts}</span>
      )}
      {held ?? (dueAt ? <span className={style.due}>{t('lists.due', { day: day(dueAt) })}</span> : null)}
    </span>
  );
}
