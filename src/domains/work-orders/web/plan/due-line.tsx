/** When an order is to be done; late in red, with the word. */
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import type { OrderItem } from '../../contract.ts';
import style from './plan.module.css';

type DueLineProps = Pick<OrderItem, 'isLate'> & { at: string };

export function DueLine({ isLate, at }: DueLineProps) {
  const t = useTexts('work-orders');
  const Icon = isLate ? IconAlertCircle : IconClock;
  return (
    <span className={style.due} data-late={isLate || undefined}>
      <Icon size={15} stroke={1.8} aria-hidden="true" />
      <span>
        <span>{at}</span>
        {isLate ? <b>{t('list.is_late')}</b> : null}
      </span>
    </span>
  );
}
