/** Water used in 24 months over all connections of a consumer: bars, and the same figures as a table. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { consumerUse } from '../../readings/contract.ts';
import style from './use.module.css';

type Point = { period: string; litres: number | null };

function Bars({ points }: { points: readonly Point[] }) {
  const t = useTexts('meters');
  const { cubicMetres, month, shortDay } = useFormats();
  const highest = Math.max(1, ...points.map(({ litres }) => litres ?? 0));
  const read = points.filter(({ litres }) => litres !== null);
  const average = read.reduce((sum, { litres }) => sum + (litres ?? 0), 0) / Math.max(read.length, 1);
  const tallest = points.find(({ litres }) => litres === highest);
  return (
    <figure className={style.figure}>
      <figcaption className={style.caption}>
        {t('use.summary', {
          average: cubicMetres(Math.round(average / 1000) * 1000),
          highest: cubicMetres(highest),
          month: tallest ? month(tallest.period) : '—',
        })}
      </figcaption>
      <div className={style.bars} aria-hidden="true">
        {points.map(({ period, litres }) => (
          <span
            key={period}
            className={style.bar}
            title={`${month(period)}: ${litres === null ? '—' : `${cubicMetres(litres)} m³`}`}
          >
            <span className={style.fill} style={{ height: `${((litres ?? 0) / highest) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={style.months} aria-hidden="true">
        {points.map(({ period }) => (
          <span key={period}>{shortDay(period).split(' ')[1]}</span>
        ))}
      </div>
    </figure>
  );
}

function Table({ points }: { points: readonly Point[] }) {
  const t = useTexts('meters');
  const { cubicMetres, month } = useFormats();
  return (
    <details className={style.details}>
      <summary>{t('use.table')}</summary>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('use.cubic_metres')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ period, litres }) => (
            <tr key={period}>
              <td>{month(period)}</td>
              <td>{litres === null ? '—' : cubicMetres(litres)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function ConsumerUse({ consumerId }: { consumerId: string }) {
  const t = useTexts('meters');
  const { data, error, refetch } = useAnswer(consumerUse, { query: { consumerId } });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  if (data.points.every(({ litres }) => litres === null)) return null;
  return (
    <Sheet title={t('use.title')}>
      <Bars points={data.points} />
      <Table points={data.points} />
    </Sheet>
  );
}
