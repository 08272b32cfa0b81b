/** A meter that is done: what the server or this phone has of it. What was not sent yet can be corrected. */
import { Button } from '@mantine/core';
import type { Entry } from '#web/outbox/entry.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { RoadMeter } from '../../visits/contract.ts';
import { FlagChips, ReadingState } from '../words.tsx';
import { useReasonName } from './cannot-read.tsx';
import style from './route.module.css';
import { typedOf } from './route-keeper.ts';

type ReadAlreadyProps = { meter: RoadMeter; noted: Entry | undefined; correct: () => void };

export function ReadAlready({ meter, noted, correct }: ReadAlreadyProps) {
  const t = useTexts('meters');
  const { cubicMetres, digits } = useFormats();
  const nameOf = useReasonName();
  const value = noted && typedOf(noted);
  const litres = value ? 'registerLitres' in value && value.registerLitres : meter.reading?.registerLitres;
  return (
    <section
      className={style.card}
      aria-label={t('reading.take_title', { meter: digits(meter.meterNumber) })}
    >
      <header className={style.who}>
        <h2>{t('reading.take_title', { meter: digits(meter.meterNumber) })}</h2>
      </header>
      <p className={style.done}>
        {typeof litres === 'number'
          ? t('route.done_here', { register: cubicMetres(litres) })
          : value && 'reason' in value
            ? t('route.reason', { reason: nameOf(value.reason) })
            : null}
      </p>
      <p className={style.chips}>
        {noted ? <StateChip tone="amber">{t('route.states.here')}</StateChip> : null}
        {!noted && meter.reading ? <ReadingState state={meter.reading.state} /> : null}
        {!noted && meter.reading ? <FlagChips flags={meter.reading.flags} /> : null}
      </p>
      {noted && !noted.isUncertain ? (
        <Button variant="default" onClick={correct}>
          {t('route.correct')}
        </Button>
      ) : null}
    </section>
  );
}
