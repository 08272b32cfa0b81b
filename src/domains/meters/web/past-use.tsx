/** Use of the months before as small bars, the newest last; the figures are above them. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from './meters.module.css';

type Past = { period: string; consumptionLitres: number | null };

export function PastUse({ readings }: { readings: readonly Past[] }) {
  const t = useTexts('meters');
  const { digits, shortDay } = useFormats();
  if (readings.length === 0) return null;
  const highest = Math.max(1, ...readings.map(({ consumptionLitres }) => consumptionLitres ?? 0));
  return (
    <figure style={{ margin: 0 }}>
      <figcaption className={style.quiet}>{t('reading.past')}</figcaption>
      <ol className={style.bars}>
        {readings.toReversed().map(({ period, consumptionLitres }) => (
          <li key={period} className={style.bar}>
            <span>{consumptionLitres === null ? '—' : digits((consumptionLitres / 1000).toFixed(0))}</span>
            <span
              className={style.fill}
              style={{ height: `${((consumptionLitres ?? 0) / highest) * 60}%` }}
            />
            <span>{shortDay(period).split(' ')[1]}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
