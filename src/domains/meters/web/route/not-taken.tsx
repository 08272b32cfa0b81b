/** The server did not take what was noted of a meter: both values, why, and what can be done. */
import { Alert, Button } from '@mantine/core';
import type { Entry } from '#web/outbox/entry.ts';
import { sendNow } from '#web/outbox/outbox.ts';
import { Reason, useDiscard } from '#web/outbox/outbox-list.tsx';
import { useOnline } from '#web/outbox/use-outbox.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { RoadMeter } from '../../visits/contract.ts';
import { useReasonName } from './cannot-read.tsx';
import style from './route.module.css';
import { typedOf } from './route-keeper.ts';

type NotTakenProps = { meter: RoadMeter; entries: readonly Entry[]; entry: Entry; correct: () => void };

export function NotTaken({ meter, entries, entry, correct }: NotTakenProps) {
  const t = useTexts('meters');
  const { cubicMetres, day, instant, digits } = useFormats();
  const nameOf = useReasonName();
  const isOnline = useOnline();
  const ask = useDiscard();
  const noted = typedOf(entry);
  const volume = (litres: number) => t('route.volume', { volume: cubicMetres(litres) });
  const mine = 'registerLitres' in noted ? volume(noted.registerLitres) : nameOf(noted.reason);
  const { reading, takenBy } = meter;
  return (
    <Alert color="red" role="alert" title={t('route.conflict')}>
      <Reason entry={entry} />
      <dl className={style.values}>
        <div>
          <dt>{t('route.mine')}</dt>
          <dd>
            <b>{mine}</b>
            <span>{t('route.noted_at', { at: instant(entry.madeAt) })}</span>
          </dd>
        </div>
        <div>
          <dt>{t('route.theirs')}</dt>
          <dd>
            <b>{reading ? volume(reading.registerLitres) : t('route.theirs_none')}</b>
            {reading ? <span>{[takenBy, day(reading.readOn)].filter(Boolean).join(', ')}</span> : null}
          </dd>
        </div>
      </dl>
      <div className={style.acts}>
        {reading ? null : <Button onClick={correct}>{t('route.correct')}</Button>}
        <Button variant="default" disabled={!isOnline} onClick={() => void sendNow(entry.id)}>
          {t('route.again')}
        </Button>
        <Button
          variant="subtle"
          c="var(--red-ink)"
          onClick={() => void ask(entries, `${digits(meter.meterNumber)}: ${mine}`)}
        >
          {t('route.drop')}
        </Button>
      </div>
    </Alert>
  );
}
