/** The reading of a disputed bill and the ones before it: who took them, which were estimated, and the photo of the visit. */
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { DisputedReading } from '../../disputes/contract.ts';
import style from './disputes.module.css';
import { VisitPhoto } from './photos.tsx';

export function ReadingsBehind({ readings }: { readings: readonly DisputedReading[] }) {
  const t = useTexts('disputes');
  const may = useMay();
  const { month, day, cubicMetres } = useFormats();
  const ofBill = readings.find(({ isOfBill }) => isOfBill);
  if (readings.length === 0) return null;
  const heads = [
    t('record.month'),
    t('record.read_on'),
    t('record.figure'),
    t('record.used'),
    t('record.source'),
    t('record.by'),
    t('record.approved_by'),
  ];
  return (
    <Sheet title={t('record.readings')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={style.scroll} tabIndex={0} aria-label={t('record.readings')}>
        <table className={style.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {readings.map((reading) => (
              <tr
                key={`${reading.period} ${reading.readOn}`}
                className={reading.isOfBill ? style.ofBill : undefined}
              >
                <td>{month(reading.period)}</td>
                <td>{day(reading.readOn)}</td>
                <td className={style.figure}>{cubicMetres(reading.registerLitres)}</td>
                <td className={style.figure}>
                  {reading.consumptionLitres === null ? '—' : cubicMetres(reading.consumptionLitres)}
                </td>
                <td>{t(`record.sources.${reading.source}`)}</td>
                <td>{reading.takenBy ?? '—'}</td>
                <td>{reading.reviewedBy ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {ofBill?.visitId && may('readings:create') ? <VisitPhoto visitId={ofBill.visitId} /> : null}
    </Sheet>
  );
}
