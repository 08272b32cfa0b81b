/** One to five stars, as a picture with its words. */
import { IconStar } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import style from './work-orders.module.css';

export const STARS = [1, 2, 3, 4, 5] as const;

export function Stars({ count }: { count: number }) {
  const t = useTexts('work-orders');
  return (
    <span className={style.stars} role="img" aria-label={t('rate.count', { count })}>
      {STARS.map((star) => (
        <IconStar key={star} size={16} stroke={1.8} aria-hidden="true" data-on={star <= count || undefined} />
      ))}
    </span>
  );
}
