/** The bill against the use, as own SVG: one quote per unit of use, a dot at the slider's value. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Quote } from '../../tariffs/contract.ts';
import billStyle from '../billing.module.css';

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 74;
const BOTTOM = 24;
const TOP = 10;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** A round figure at or above a value, so that the axis ends on it: 1, 2 or 5 times a power of ten, in quarters. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

export function QuoteChart({ quotes, chosen }: { quotes: readonly Quote[]; chosen: number }) {
  const t = useTexts('billing');
  const { money, number } = useFormats();
  const last = Math.max(1, quotes.length - 1);
  const highest = roundedUp(Math.max(1, ...quotes.map((quote) => quote.totalMinor)));
  const x = (units: number) => LEFT + (units / last) * (WIDTH - LEFT - 8);
  const y = (minor: number) => HEIGHT - BOTTOM - (minor / highest) * (HEIGHT - BOTTOM - TOP);
  const points = quotes.map((quote, units) => `${x(units)},${y(quote.totalMinor)}`).join(' ');
  const shown = quotes[chosen];
  return (
    <svg
      className={billStyle.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('quote.chart')}
    >
      {TICKS.map((share) => (
        <g key={share}>
          <line
            className={billStyle.axis}
            x1={LEFT}
            x2={WIDTH - 8}
            y1={y(highest * share)}
            y2={y(highest * share)}
          />
          <text x={LEFT - 8} y={y(highest * share) + 4} textAnchor="end">
            {money(Math.round(highest * share))}
          </text>
          <text x={x(last * share)} y={HEIGHT - 6} textAnchor={share === 1 ? 'end' : 'middle'}>
            {number(Math.round(last * share))} {share === 1 ? t('quote.axis_use') : ''}
          </text>
        </g>
      ))}
      <polyline className={billStyle.curve} points={points} />
      {shown ? (
        <circle className={billStyle.dot} cx={x(chosen)} cy={y(shown.totalMinor)} r="6">
          <title>{t('quote.point', { use: number(chosen), amount: money(shown.totalMinor) })}</title>
        </circle>
      ) : null}
    </svg>
  );
}
