/** A state: colour, icon and word together, the same everywhere. */
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconPlayerPause,
  IconProgress,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from './colours.ts';
import style from './state-chip.module.css';

/** grey draft or closed, blue in progress, amber waits for someone, green done or paid, red overdue or refused, violet on hold. */
const ICONS = {
  grey: IconCircleDashed,
  blue: IconProgress,
  amber: IconClock,
  green: IconCircleCheck,
  red: IconAlertCircle,
  violet: IconPlayerPause,
};

export function StateChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <span className={style.chip} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
