/** The formula with its figures, so that a reader calculates each of them again. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { LeakFigures } from '../../leaks/contract.ts';
import { LEAST_DAYS_BACK } from '../../leaks/leak.rules.ts';
import style from './leaks.module.css';

function Usual({ figures }: { figures: LeakFigures }) {
  const t = useTexts('leaks');
  const { month, digits, cubicMetres } = useFormats();
  return (
    <table className={style.table}>
      <caption>{t(figures.usualBasis === 'LAST' ? 'formula.usual' : 'formula.usual_year')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('formula.month')}</th>
          <th scope="col" className={style.figure}>
            {t('formula.days')}
          </th>
          <th scope="col" className={style.figure}>
            {t('formula.used')}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.usual.map((reading) => (
          <tr key={`${reading.period} ${reading.readOn}`}>
            <td>{month(reading.period)}</td>
            <td className={style.figure}>{digits(String(reading.days))}</td>
            <td className={style.figure}>{cubicMetres(reading.litres)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('formula.sum')}</th>
          <td className={style.figure}>{digits(String(figures.usualDays))}</td>
          <td className={style.figure}>{cubicMetres(figures.usualLitres)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

export function Formula({ figures }: { figures: LeakFigures }) {
  const t = useTexts('leaks');
  const common = useTexts('common');
  const { money, cubicMetres, day } = useFormats();
  const volume = (litres: number) => `${cubicMetres(litres)} ${common('units.cubic_metres')}`;
  const { useLitres, billDays, usualDays, forgivenLitres, mostLitres, back } = figures;
  const share = { percent: figures.sharePercent, litres: cubicMetres(figures.excessLitres) };
  const line = (value: string, how: string) => (
    <>
      <b>{value}</b>
      <span className={style.how}>{how}</span>
    </>
  );
  return (
    <Sheet title={t('formula.title')}>
      <Usual figures={figures} />
      <Facts
        facts={[
          {
            label: t('formula.base', { days: billDays }),
            value: line(
              volume(figures.baseLitres),
              t('formula.base_how', { litres: cubicMetres(figures.usualLitres), billDays, usualDays }),
            ),
          },
          { label: t('formula.use'), value: volume(useLitres) },
          { label: t('formula.excess'), value: volume(figures.excessLitres) },
          {
            label: t('formula.forgiven'),
            value: line(
              volume(forgivenLitres),
              mostLitres === null
                ? t('formula.forgiven_how', share)
                : t('formula.forgiven_most', { ...share, most: cubicMetres(mostLitres) }),
            ),
          },
          { label: t('formula.left'), value: volume(useLitres - forgivenLitres) },
          {
            label: t('formula.credit'),
            value: line(
              money(figures.amountMinor),
              t('formula.credit_how', {
                before: cubicMetres(useLitres),
                after: cubicMetres(useLitres - forgivenLitres),
              }),
            ),
          },
          {
            label: t('formula.back'),
            value: back
              ? t('formula.back_how', {
                  ...{ litres: cubicMetres(back.litres), days: back.days, day: day(back.readOn) },
                  percent: figures.backPercent,
                })
              : t('formula.no_back', { percent: figures.backPercent, days: LEAST_DAYS_BACK }),
          },
        ]}
      />
      <p className={style.note}>{t('formula.whole')}</p>
    </Sheet>
  );
}
