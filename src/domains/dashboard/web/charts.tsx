/** Charts of a home: the drawing comes on demand, the same points are a table for those who prefer it. */
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { billChart, consumptionChart, meterReadingChart } from '../contract.ts';
import style from './dashboard.module.css';
import type { MonthPoint, Series } from './series.ts';

const MonthBars = onDemand(() => import('./month-bars.tsx').then((file) => file.MonthBars));

type ChartSheetProps = {
  title: string;
  about: string;
  series: readonly Series[];
  answer: { data: { points: MonthPoint[] } | undefined; error: unknown; refetch: () => unknown };
  /** How a value is written in the table and the tip. */
  write: (value: number) => string;
  /** How the axis writes it, shorter. */
  writeShort: (value: number) => string;
  isStacked?: boolean;
};

const BRAND = 'var(--mantine-color-brand-6)';
const AQUA = 'var(--mantine-color-aqua-5)';
const AMBER = '#d98a00';

function ChartSheet(chart: ChartSheetProps) {
  const { title, about, series, answer, write } = chart;
  const t = useTexts('dashboard');
  const [isTable, setIsTable] = useState(false);
  const points = answer.data?.points;
  const content = () => {
    if (answer.error && !points) return <Failed error={answer.error} retry={answer.refetch} />;
    if (!points) return <Skeleton height={240} />;
    if (points.every((point) => series.every(({ key }) => !point[key]))) {
      return <p className={style.none}>{t('charts.empty')}</p>;
    }
    if (isTable) return <PointTable points={points} series={series} write={write} />;
    return <MonthBars meanwhile={<Skeleton height={240} />} {...chart} points={points} />;
  };
  return (
    <Sheet
      title={title}
      action={
        <Button variant="subtle" size="compact-sm" onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'charts.as_chart' : 'charts.as_table')}
        </Button>
      }
    >
      <p className={style.chartAbout}>{about}</p>
      {content()}
    </Sheet>
  );
}

type TableProps = Pick<ChartSheetProps, 'series' | 'write'> & { points: readonly MonthPoint[] };

function PointTable({ points, series, write }: TableProps) {
  const t = useTexts('dashboard');
  const { month } = useFormats();
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">{t('charts.month')}</th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <tr key={point.period}>
            <th scope="row">{month(point.period)}</th>
            {series.map(({ key }) => (
              <td key={key}>{write(Number(point[key]))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LAKH = 100_000;

/** 1,25,00,000 as 1.3 crore: an axis has no room for more. */
function useShort() {
  const t = useTexts('dashboard');
  const { number, digits } = useFormats();
  const tenths = (value: number) => digits(String(Math.round(value * 10) / 10));
  return (value: number) => {
    if (value >= 100 * LAKH) return `${tenths(value / (100 * LAKH))} ${t('charts.crore')}`;
    if (value >= LAKH) return `${tenths(value / LAKH)} ${t('charts.lakh')}`;
    return number(Math.round(value));
  };
}

function MoneyChart() {
  const t = useTexts('dashboard');
  const { money } = useFormats();
  const short = useShort();
  return (
    <ChartSheet
      title={t('charts.bill')}
      about={t('charts.bill_about')}
      answer={useAnswer(billChart, {})}
      series={[
        { key: 'billedMinor', name: t('charts.billed'), colour: BRAND },
        { key: 'collectedMinor', name: t('charts.collected'), colour: AQUA },
      ]}
      write={money}
      writeShort={(minor) => short(minor / 100)}
    />
  );
}

function UseChart() {
  const t = useTexts('dashboard');
  const { cubicMetres } = useFormats();
  const short = useShort();
  return (
    <ChartSheet
      title={t('charts.use')}
      about={t('charts.use_about')}
      answer={useAnswer(consumptionChart, {})}
      series={[{ key: 'litres', name: t('charts.litres'), colour: BRAND }]}
      write={cubicMetres}
      writeShort={(litres) => short(litres / 1000)}
    />
  );
}

function ReadingChart() {
  const t = useTexts('dashboard');
  const { number } = useFormats();
  return (
    <ChartSheet
      title={t('charts.readings')}
      about={t('charts.readings_about')}
      answer={useAnswer(meterReadingChart, {})}
      series={[
        { key: 'approved', name: t('charts.approved'), colour: BRAND },
        { key: 'estimated', name: t('charts.estimated'), colour: AQUA },
        { key: 'waiting', name: t('charts.waiting'), colour: AMBER },
      ]}
      write={number}
      writeShort={useShort()}
      isStacked
    />
  );
}

/** Two charts for a person who may see the bills; without the bills only that of readings. */
export function Charts() {
  const may = useMay();
  if (!may('invoices:view') && !may('readings:view')) return null;
  return (
    <div className={style.charts}>
      {may('invoices:view') ? (
        <>
          <MoneyChart />
          <UseChart />
        </>
      ) : (
        <ReadingChart />
      )}
    </div>
  );
}
