/** How urgent an order is: a sign and a word. Without a colour, because red is for what is late. */
import { IconChevronDown, IconChevronsUp, IconChevronUp, IconEqual } from '@tabler/icons-react';
import type { Priority } from '../../work-order.rules.ts';
import { useNames } from '../state-chip.tsx';
import style from './plan.module.css';

const ICONS = { LOW: IconChevronDown, NORMAL: IconEqual, HIGH: IconChevronUp, URGENT: IconChevronsUp };

export function PriorityMark({ priority }: { priority: Priority }) {
  const { priorities } = useNames();
  const Icon = ICONS[priority];
  return (
    <span className={style.priority} data-priority={priority}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      {priorities[priority]}
    </span>
  );
}
