/** How long something lasts and until when it should; what is late says so, by how much, in red; what is due today, in amber. */
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type DeadlineBand, deadlineBand } from '#web/deadline-band.ts';
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
  const band = held ? 'later' : deadlineBand(dueAt, overdue);
  return (
    <span className={style.clock}>
      {band === 'late' && dueAt ? (
        <span className={style.late}>
          <IconAlertCircle size={15} aria-hidden="true" />
          {t('lists.late', { days: lasts, count: Math.max(1, daysSince(dueAt)) })}
        </span>
      ) : (
        <span>{lasts}</span>
      )}
      {held ?? (dueAt ? <Due band={band} day={day(dueAt)} /> : null)}
    </span>
  );
}

function Due({ band, day }: { band: DeadlineBand; day: string }) {
  const t = useTexts('applications');
  if (band !== 'today') return <span className={style.due}>{t('lists.due', { day })}</span>;
  return (
    <span className={style.today}>
      <IconClock size={15} aria-hidden="true" />
      {t('lists.due_today')}
    </span>
  );
}
