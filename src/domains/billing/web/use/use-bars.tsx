/**
 * Water used in 24 months as bars of own SVG, last year behind this one: a sentence above them, the figures of a bar that
 * is tapped, and all figures as a table below.
 */
import { useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from '../billing.module.css';
import { againstLastYear, lastTwelveMonths, type UsedMonth } from './use-history.rules.ts';

type UseBarsProps = { history: readonly { period: string; usageLitres: number }[]; period: string };

const WIDTH = 600;
const HEIGHT = 220;
/** Above the bars for their figures, below for the months. */
const TOP = 16;
const BOTTOM = 20;
const STEP = WIDTH / 12;

type BarProps = { month: UsedMonth; index: number; highest: number; isChosen: boolean; choose: () => void };

function Bar({ month, index, highest, isChosen, choose }: BarProps) {
  const { digits, shortDay } = useFormats();
  const tall = (litres: number) => (litres / highest) * (HEIGHT - TOP - BOTTOM);
  const base = HEIGHT - BOTTOM;
  const left = index * STEP;
  const isNow = index === 11;
  return (
    <g onPointerDown={choose} onPointerEnter={choose}>
      {/* The whole height is what a finger meets. */}
      <rect
        className={isChosen ? style.barChosen : style.barPlace}
        x={left}
        y={0}
        width={STEP}
        height={HEIGHT - BOTTOM}
      />
      {month.before === null ? null : (
        <rect
          className={style.barBefore}
          x={left + 4}
          y={base - tall(month.before)}
          width={STEP - 8}
          height={tall(month.before)}
          rx="3"
        />
      )}
      {month.litres === null ? null : (
        <>
          <rect
            className={isNow ? style.barNow : style.bar}
            x={left + 11}
            y={base - tall(month.litres)}
            width={STEP - 22}
            height={tall(month.litres)}
            rx="3"
          />
          <text
            className={isNow ? undefined : style.barFigure}
            x={left + STEP / 2}
            y={base - tall(Math.max(month.litres, month.before ?? 0)) - 5}
            textAnchor="middle"
          >
            {digits(String(Math.round(month.litres / 100) / 10))}
          </text>
        </>
      )}
      <text
        className={index % 2 === 0 ? style.everyOther : undefined}
        x={left + STEP / 2}
        y={HEIGHT - 5}
        textAnchor="middle"
        fontWeight={isNow ? 700 : 400}
      >
        {shortDay(month.period).split(' ')[1]}
      </text>
    </g>
  );
}

function Table({ months }: { months: readonly UsedMonth[] }) {
  const t = useTexts('billing');
  const { month, cubicMetres } = useFormats();
  const written = (litres: number | null) => (litres === null ? '—' : cubicMetres(litres));
  return (
    <details className={style.details}>
      <summary>{t('invoice.history_table')}</summary>
      <table className={style.plain}>
        <thead>
          <tr>
            <th scope="col">{t('invoices.period')}</th>
            <th scope="col" className={style.figure}>
              {t('invoice.this_year')}
            </th>
            <th scope="col" className={style.figure}>
              {t('invoice.year_before')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((entry) => (
            <tr key={entry.period}>
              <td>{month(entry.period)}</td>
              <td className={style.figure}>{written(entry.litres)}</td>
              <td className={style.figure}>{written(entry.before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function UseBars({ history, period }: UseBarsProps) {
  const t = useTexts('billing');
  const months = lastTwelveMonths(history, period);
  const [chosen, setChosen] = useState<string | null>(null);
  const { month, cubicMetres } = useFormats();
  const compared = againstLastYear(months);
  const shown = months.find((entry) => entry.period === chosen);
  const written = (litres: number | null) => (litres === null ? '—' : cubicMetres(litres));
  const highest = Math.max(1, ...months.flatMap((entry) => [entry.litres ?? 0, entry.before ?? 0]));
  return (
    <div>
      {compared ? (
        <p className={style.compare}>
          {t(
            compared.more === 0
              ? 'invoice.use_same'
              : compared.more > 0
                ? 'invoice.use_more'
                : 'invoice.use_less',
            {
              month: month(period),
              use: cubicMetres(compared.litres),
              difference: cubicMetres(Math.abs(compared.more)),
            },
          )}
        </p>
      ) : null}
      <svg
        className={style.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('invoice.history')}
      >
        <line className={style.axis} x1="0" x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
        {months.map((entry, index) => (
          <Bar
            key={entry.period}
            month={entry}
            index={index}
            highest={highest}
            isChosen={entry.period === chosen}
            choose={() => setChosen(entry.period)}
          />
        ))}
      </svg>
      <p className={style.barSays} role="status">
        {shown
          ? t('invoice.history_bar', {
              month: month(shown.period),
              use: written(shown.litres),
              before: written(shown.before),
            })
          : t('invoice.history_tap')}
      </p>
      <p className={style.label}>{t('invoice.history_note')}</p>
      <Table months={months} />
    </div>
  );
}
