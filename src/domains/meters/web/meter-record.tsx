import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Scrolling } from '#web/ui/import/scrolling.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getMeter } from '../contract.ts';
import type { Reading } from '../readings/contract.ts';
import { CloseDialog } from './closure/close-dialog.tsx';
import { ReopenDialog } from './closure/reopen-dialog.tsx';
import { MeterState } from './meter-list.tsx';
import style from './meters.module.css';
import { PastUse } from './past-use.tsx';
import { FlagChips, ReadingState, useConsumerName } from './words.tsx';

type Meter = EndpointAnswer<typeof getMeter>;

function Readings({ meter }: { meter: Meter }) {
  const t = useTexts('meters');
  const { cubicMetres, month, day } = useFormats();
  if (meter.readings.length === 0) return <p className={style.quiet}>{t('list.no_readings')}</p>;
  return (
    <>
      <PastUse readings={meter.readings} />
      <Scrolling label={t('list.readings')}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{t('month')}</th>
              <th scope="col">{t('reading.day')}</th>
              <th scope="col" className={style.figure}>
                {t('register')}
              </th>
              <th scope="col" className={style.figure}>
                {t('used')}
              </th>
              <th scope="col">{t('state')}</th>
            </tr>
          </thead>
          <tbody>
            {meter.readings.map((reading) => (
              <tr key={reading.id}>
                <td>{month(reading.period)}</td>
                <td>{day(reading.readOn)}</td>
                <td className={style.figure}>{cubicMetres(reading.registerLitres)}</td>
                <td className={style.figure}>
                  {reading.consumptionLitres === null ? '—' : cubicMetres(reading.consumptionLitres)}
                </td>
                <td>
                  <ReadingState state={reading.state as Reading['state']} />{' '}
                  <FlagChips flags={reading.flags} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  );
}

function Places({ meter }: { meter: Meter }) {
  const t = useTexts('meters');
  const { cubicMetres, day, digits } = useFormats();
  if (meter.assignments.length === 0) return <p className={style.quiet}>{t('list.never')}</p>;
  return (
    <Scrolling label={t('list.places')}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('connection')}</th>
            <th scope="col">{t('list.installed')}</th>
            <th scope="col" className={style.figure}>
              {t('list.opening')}
            </th>
            <th scope="col">{t('list.removed')}</th>
            <th scope="col" className={style.figure}>
              {t('list.final')}
            </th>
          </tr>
        </thead>
        <tbody>
          {meter.assignments.map((place) => (
            <tr key={place.installedOn}>
              <td>{digits(place.connectionNumber)}</td>
              <td>{day(place.installedOn)}</td>
              <td className={style.figure}>{cubicMetres(place.openingLitres)}</td>
              <td>{place.removedOn ? day(place.removedOn) : '—'}</td>
              <td className={style.figure}>
                {place.finalLitres === null ? '—' : cubicMetres(place.finalLitres)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

type Asks = 'close' | 'reopen';

/** The end of the connection that the meter measures, and the way back until it is billed. */
function useClosure(meter: Meter | undefined, ask: (what: Asks) => void): RecordAction[] {
  const t = useTexts('meters');
  const may = useMay();
  if (!meter || !may('meters:close')) return [];
  if (meter.connectionId) return [{ label: t('closure.close'), run: () => ask('close') }];
  const closed = meter.assignments.some(({ isReopenable }) => isReopenable);
  return closed ? [{ label: t('closure.reopen'), run: () => ask('reopen') }] : [];
}

export function MeterRecord() {
  const t = useTexts('meters');
  const [asked, setAsked] = useState<Asks | null>(null);
  const close = () => setAsked(null);
  const place = usePlace();
  const consumer = useConsumerName();
  const { cubicMetres, day, number } = useFormats();
  const answer = useAnswer(getMeter, { params: { id: usePathParam() } });
  const more = useClosure(answer.data, setAsked);
  if (answer.error) return <FailedPage error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <RecordSkeleton />;
  const meter = answer.data;
  return (
    <RecordPage
      number={meter.number}
      title={consumer(meter) ?? t('meter')}
      place={place(meter) ?? ''}
      state={<MeterState status={meter.status} />}
      more={more}
      {...(meter.lastLitres === null
        ? {}
        : { figure: { label: t('list.last'), value: cubicMetres(meter.lastLitres) } })}
    >
      <Sheet title={t('list.readings')}>
        <Readings meter={meter} />
      </Sheet>
      <Sheet title={t('list.places')}>
        <Places meter={meter} />
      </Sheet>
      <Sheet title={t('meter')}>
        <Facts
          facts={[
            { label: t('list.make'), value: meter.make || '—' },
            { label: t('list.size'), value: number(meter.sizeMm) },
            { label: t('list.digits'), value: number(meter.registerDigits) },
            { label: t('list.seal'), value: meter.sealNumber ?? '—' },
            { label: t('list.installed'), value: meter.installedOn ? day(meter.installedOn) : '—' },
          ]}
        />
      </Sheet>
      {asked === 'close' && meter.connectionId ? (
        <CloseDialog
          connectionId={meter.connectionId}
          connectionNumber={meter.connectionNumber ?? ''}
          close={close}
        />
      ) : null}
      {asked === 'reopen' ? (
        <ReopenDialog
          meterId={meter.id}
          connectionNumber={
            meter.assignments.find(({ isReopenable }) => isReopenable)?.connectionNumber ?? ''
          }
          close={close}
        />
      ) : null}
    </RecordPage>
  );
}
