import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Scrolling } from '#web/ui/import/scrolling.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getMeter } from '../contract.ts';
import type { Reading } from '../readings/contract.ts';
import { meterHistory } from '../store/contract.ts';
import style from './meters.module.css';
import { PastUse } from './past-use.tsx';
import { useMeterActs } from './store/meter-acts.tsx';
import { MeterState } from './store/meter-state.tsx';
import { MeterTimeline } from './store/meter-timeline.tsx';
import { yearsSince } from './store/years-since.ts';
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

export function MeterRecord() {
  const t = useTexts('meters');
  const place = usePlace();
  const consumer = useConsumerName();
  const { cubicMetres, day, digits, money, number } = useFormats();
  const params = { id: usePathParam() };
  const answer = useAnswer(getMeter, { params });
  const history = useAnswer(meterHistory, { params }).data;
  const { actions, more, dialog } = useMeterActs(answer.data, history?.scrap);
  if (answer.error) return <FailedPage error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <RecordSkeleton />;
  const meter = answer.data;
  const scrap = history?.scrap;
  return (
    <RecordPage
      number={meter.number}
      title={consumer(meter) ?? t('meter')}
      place={place(meter) ?? ''}
      state={<MeterState status={meter.status} />}
      actions={actions}
      more={more}
      {...(scrap ? { notice: t('store.scrap_notice', { name: scrap.askedBy, reason: scrap.reason }) } : {})}
      {...(meter.lastLitres === null
        ? {}
        : { figure: { label: t('list.last'), value: cubicMetres(meter.lastLitres) } })}
      aside={history ? <MeterTimeline items={history.items} /> : null}
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
            { label: t('store.made'), value: meter.madeYear === null ? '—' : digits(String(meter.madeYear)) },
            { label: t('store.age'), value: t('store.age_of', { years: yearsSince(meter.agedFrom) }) },
            {
              label: t('store.value_short'),
              value: meter.valueMinor === null ? '—' : money(meter.valueMinor),
            },
          ]}
        />
      </Sheet>
      {dialog}
    </RecordPage>
  );
}
