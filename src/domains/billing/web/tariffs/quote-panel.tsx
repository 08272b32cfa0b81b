/** Tries a tariff version out: any use along a curve that the bill run's own calculation has drawn. */
import { NativeSelect, Slider } from '@mantine/core';
import { useState } from 'react';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { explainLine } from '../../invoices/explain.rules.ts';
import { lineName, sayPart } from '../../invoices/explain-words.rules.ts';
import { type Quote, quoteTariff, type TariffDetail } from '../../tariffs/contract.ts';
import billStyle from '../billing.module.css';
import { QuoteChart } from './quote-chart.tsx';
import style from './tariffs.module.css';

const CUBIC_METRE_LITRES = 1000;
/** Units between two lines of the table. */
const TABLE_STEP = 5;

/** Units along the curve: beyond the last block by half, 60 if there is none. */
function curveEnd(tariff: TariffDetail): number {
  const last = Number(tariff.blocks.at(-1)?.from ?? 0);
  return Math.min(199, Math.max(60, Math.ceil((last * 1.5) / 10) * 10));
}

function QuoteLines({ quote }: { quote: Quote }) {
  const t = useTexts('billing');
  const language = useLanguage();
  const formats = useFormats();
  if (quote.problem) return <p>{t(`quote.problem.${quote.problem}`)}</p>;
  const bill = { lines: quote.lines, explanation: quote.explanation ?? [], tariffs: [] };
  return (
    <table className={billStyle.lines}>
      <tbody>
        {quote.lines.map((line) => (
          <tr key={line.kind}>
            <td>
              {lineName(line.kind, language)}
              <ul className={billStyle.explanation}>
                {explainLine(line, bill).map((part) => {
                  const sentence = sayPart(part, language, formats);
                  return <li key={sentence}>{sentence}</li>;
                })}
              </ul>
            </td>
            <td className={billStyle.figure}>{formats.amount(line.amountMinor)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{t('quote.total')}</td>
          <td className={billStyle.figure}>{formats.money(quote.totalMinor)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The chart's points as figures. */
function QuoteTable({ quotes }: { quotes: readonly Quote[] }) {
  const t = useTexts('billing');
  const { number, amount } = useFormats();
  return (
    <details className={billStyle.details}>
      <summary>{t('invoice.history_table')}</summary>
      <table className={billStyle.plain}>
        <thead>
          <tr>
            <th scope="col">{t('quote.use')}</th>
            <th scope="col" className={billStyle.figure}>
              {t('quote.table_total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {quotes.map((quote, units) =>
            units % TABLE_STEP === 0 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the use
              <tr key={units}>
                <td>{number(units)}</td>
                <td className={billStyle.figure}>{amount(quote.totalMinor)}</td>
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    </details>
  );
}

export function QuotePanel({ tariff }: { tariff: TariffDetail }) {
  const t = useTexts('billing');
  const { number, money } = useFormats();
  const [units, setUnits] = useState(20);
  const [pipe, setPipe] = useState('');
  const unit = Number(tariff.unitLitres);
  const end = curveEnd(tariff);
  // The first whole month of the version.
  const from = addMonths(firstOfMonth(tariff.effectiveFrom), tariff.effectiveFrom.endsWith('-01') ? 0 : 1);
  const { data, error, refetch } = useAnswer(quoteTariff, {
    body: {
      tariffVersionId: tariff.id,
      category: tariff.category,
      usageLitres: Array.from({ length: end + 1 }, (_, index) => Math.round(index * unit)),
      periodFrom: from,
      periodTo: addMonths(from, 1),
      ...(pipe ? { pipeSizeMm: Number(pipe) } : {}),
    },
  });
  const quote = data?.items[units];
  return (
    <Sheet title={t('quote.title')}>
      <p className={style.label}>{t('quote.about')}</p>
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      <div className={style.quoteHead}>
        <div className={style.slider}>
          <span className={style.label}>{t('quote.use')}</span>
          <b className={style.figure}>
            {number(units)} {unit === CUBIC_METRE_LITRES ? t('quote.axis_use') : ''}
          </b>
          <Slider
            min={0}
            max={end}
            value={units}
            onChange={setUnits}
            label={null}
            thumbLabel={t('quote.use')}
          />
        </div>
        {tariff.pipeSizes.length > 0 ? (
          <NativeSelect
            label={t('quote.pipe')}
            value={pipe}
            onChange={(event) => setPipe(event.currentTarget.value)}
            data={[
              { value: '', label: t('quote.any_pipe') },
              ...tariff.pipeSizes.map(({ pipeSizeMm }) => ({
                value: String(pipeSizeMm),
                label: t('invoice.millimetres', { size: pipeSizeMm }),
              })),
            ]}
          />
        ) : null}
        {quote && !quote.problem ? (
          <div>
            <div className={billStyle.big}>{money(quote.totalMinor)}</div>
            {units > 0 ? (
              <div className={style.label}>
                {t('quote.average', { amount: money(Math.round(quote.totalMinor / units)) })}
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
      {data ? (
        <>
          <QuoteChart quotes={data.items} chosen={units} />
          <QuoteTable quotes={data.items} />
        </>
      ) : null}
      {quote ? <QuoteLines quote={quote} /> : null}
    </Sheet>
  );
}
