/** What makes an order another one than its state says: it is on hold, or it had to be opened again more than one time. */
import { IconChevronsUp, IconChevronUp, IconRepeat } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { OrderItem } from '../contract.ts';
import { ESCALATES_AT } from '../work-order.rules.ts';
import { useNames } from './state-chip.tsx';
import style from './work-orders.module.css';

export function HoldMark({ pausedAt }: Pick<OrderItem, 'pausedAt'>) {
  const t = useTexts('work-orders');
  return pausedAt ? <StateChip tone="violet">{t('detail.on_hold')}</StateChip> : null;
}

/** In lists that have no column for it: a sign, its word is in the tip of a mouse and for who does not see it. */
export function UrgencyMark({ priority }: Pick<OrderItem, 'priority'>) {
  const { priorities } = useNames();
  if (priority !== 'URGENT' && priority !== 'HIGH') return null;
  const Icon = priority === 'URGENT' ? IconChevronsUp : IconChevronUp;
  return (
    <span className={style.urgency} role="img" aria-label={priorities[priority]} title={priorities[priority]}>
      <Icon size={16} stroke={2.2} aria-hidden="true" />
    </span>
  );
}

/** A sign and how many times; the words are for who does not see it, and in the tip of a mouse. */
export function OftenMark({ reopened }: Pick<OrderItem, 'reopened'>) {
  const t = useTexts('work-orders');
  const { number } = useFormats();
  if (reopened < ESCALATES_AT) return null;
  const words = t('list.reopened_times', { count: reopened });
  return (
    <span className={style.often} role="img" aria-label={words} title={words}>
      <IconRepeat size={14} stroke={2.2} aria-hidden="true" />
      {number(reopened)}
    </span>
  );
}

/** The leader of the crew and the others, as one text. */
export const crewText = ({ crewName, memberNames }: Pick<OrderItem, 'crewName' | 'memberNames'>) =>
  crewName && memberNames ? `${crewName}, ${memberNames}` : crewName;
