/** When an order is to be done: late in red, today in amber, each with the word. */
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { BandWord, bandOf, type Dated } from '../deadline.tsx';
import style from './plan.module.css';

export function DueLine({ order, at }: { order: Dated; at: string }) {
  const band = bandOf(order);
  const Icon = band === 'late' ? IconAlertCircle : IconClock;
  return (
    <span className={style.due} data-band={band}>
      <Icon size={15} stroke={1.8} aria-hidden="true" />
      <span>
        <span>{at}</span>
        <BandWord order={order} />
      </span>
    </span>
  );
}
