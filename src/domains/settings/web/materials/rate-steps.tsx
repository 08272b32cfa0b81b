/** The rate over time as steps: full until today, dashed from there on. */
import { DAY_MS } from '#shared/dates.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import importStyle from '#web/ui/import/import.module.css';
import type { MaterialRates } from '../../materials/contract.ts';
import { useUnit } from '../in-language.ts';
import style from './material-rates.module.css';

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 84;
const RIGHT = 16;
const TOP = 16;
const BOTTOM = 30;
/** Shown before the first and behind the last change. */
const MARGIN_DAYS = 60;

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

export function RateSteps({ found }: { found: MaterialRates }) {
  const t = useTexts('settings');
  const unit = useUnit();
  const { day, money } = useFormats();
  const rates = [...found.rates].reverse();
  const first = rates[0];
  if (!first) return null;
  const now = Date.now();
  const from = at(first.effectiveFrom);
  const last = at(rates.at(-1)?.effectiveFrom ?? first.effectiveFrom);
  const to = Math.max(now, last) + MARGIN_DAYS * DAY_MS;
  const highest = Math.max(...rates.map(({ rateMinor }) => rateMinor), 1) * 1.15;
  const x = (instant: number) => LEFT + ((instant - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const y = (minor: number) => HEIGHT - BOTTOM - (minor / highest) * (HEIGHT - BOTTOM - TOP);
  const steps = rates.map((rate, index) => {
    const next = rates[index + 1];
    return {
      ...rate,
      x1: x(at(rate.effectiveFrom)),
      x2: next ? x(at(next.effectiveFrom)) : WIDTH - RIGHT,
      y: y(rate.rateMinor),
      yNext: next ? y(next.rateMinor) : null,
    };
  });
  return (
    <div className={importStyle.sheet}>
      <svg
        className={style.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('rates.chart', { unit: unit(found.material.unit) })}
      >
        <line className={style.axis} x1={LEFT} x2={WIDTH - RIGHT} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
        <line className={style.today} x1={x(now)} x2={x(now)} y1={TOP} y2={HEIGHT - BOTTOM} />
        {steps.map((step) => (
          <g key={step.effectiveFrom} data-state={step.state}>
            <line className={style.step} x1={step.x1} x2={step.x2} y1={step.y} y2={step.y}>
              <title>{`${day(step.effectiveFrom)}: ${money(step.rateMinor)}`}</title>
            </line>
            {step.yNext === null ? null : (
              <line className={style.rise} x1={step.x2} x2={step.x2} y1={step.y} y2={step.yNext} />
            )}
            <circle className={style.dot} cx={step.x1} cy={step.y} r="4" />
          </g>
        ))}
        {[first, rates.at(-1)].map((rate, index) =>
          rate && (index === 0 || rate !== first) ? (
            <g key={rate.effectiveFrom}>
              <text x={LEFT - 8} y={y(rate.rateMinor) + 4} textAnchor="end">
                {money(rate.rateMinor)}
              </text>
              <text
                x={x(at(rate.effectiveFrom))}
                y={HEIGHT - 10}
                textAnchor={index === 0 ? 'start' : 'middle'}
              >
                {day(rate.effectiveFrom)}
              </text>
            </g>
          ) : null,
        )}
      </svg>
    </div>
  );
}
