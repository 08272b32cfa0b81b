/** A due day in words: until when, or since when it is overdue. */

import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import style from './billing.module.css';

export function DueDay({ day }: { day: string }) {
  const t = useTexts('billing');
  const formats = useFormats();
  const isOverdue = day < today();
  return (
    <div className={isOverdue ? style.overdue : style.dueDay}>
      {t(isOverdue ? 'billing.overdue_since' : 'billing.due_until', { day: formats.day(day) })}
    </div>
  );
}
