/** A meter in the list of the road, with what is known of it here and on the server. */
import { UnstyledButton } from '@mantine/core';
import type { Entry } from '#web/outbox/entry.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { RoadMeter } from '../../visits/contract.ts';
import { useConsumerName } from '../words.tsx';
import style from './route.module.css';
import { isStopped, notedOf } from './route-keeper.ts';

type Standing = 'left' | 'here' | 'refused' | 'sent' | 'cannot';
const TONES: Record<Standing, Tone> = {
  left: 'grey',
  here: 'amber',
  refused: 'red',
  sent: 'green',
  cannot: 'violet',
};

export function stateOf({ reading, cannotRead }: RoadMeter, entries: readonly Entry[]): Standing {
  const noted = notedOf(entries);
  if (noted) return isStopped(noted) ? 'refused' : 'here';
  if (reading) return 'sent';
  return cannotRead ? 'cannot' : 'left';
}

type MeterLineProps = { meter: RoadMeter; entries: readonly Entry[]; isShown: boolean; show: () => void };

export function MeterLine({ meter, entries, isShown, show }: MeterLineProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const consumer = useConsumerName();
  const state = stateOf(meter, entries);
  return (
    <li>
      <UnstyledButton className={style.line} aria-current={isShown} onClick={show}>
        <b>{digits(meter.plotNumber)}</b>
        <span className={style.name}>
          {digits(meter.meterNumber)} <span className={style.soft}>{consumer(meter)}</span>
        </span>
        <StateChip tone={TONES[state]}>{t(`route.states.${state}`)}</StateChip>
      </UnstyledButton>
    </li>
  );
}
