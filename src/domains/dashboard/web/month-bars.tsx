/** Bars by month. The only file of the homes that knows the chart library. */
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from './dashboard.module.css';
import type { MonthPoint, Series } from './series.ts';

type MonthBarsProps = {
  title: string;
  points: MonthPoint[];
  series: readonly Series[];
  write: (value: number) => string;
  writeShort: (value: number) => string;
  isStacked?: boolean;
};

const HEIGHT = 250;
const TICK = { fill: 'var(--ink-soft)', fontSize: 12 };

export function MonthBars({ title, points, series, write, writeShort, isStacked }: MonthBarsProps) {
  const { month, shortDay } = useFormats();
  return (
    <figure className={style.chart} aria-label={title}>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart
          data={points}
          barGap={2}
          barCategoryGap="24%"
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="period"
            tickFormatter={(period: string) => shortDay(period).split(' ')[1] ?? ''}
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={4}
            interval="equidistantPreserveStart"
          />
          <YAxis tickFormatter={writeShort} tick={TICK} tickLine={false} axisLine={false} width={76} />
          <Tooltip
            cursor={{ fill: 'var(--sunken)' }}
            contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 8 }}
            labelStyle={{ color: 'var(--ink)', fontWeight: 600 }}
            itemStyle={{ color: 'var(--ink)' }}
            labelFormatter={(period) => month(String(period))}
            formatter={(value) => write(Number(value))}
          />
          {series.length > 1 ? (
            <Legend
              itemSorter={null}
              iconType="circle"
              iconSize={9}
              formatter={(name) => <span className={style.legend}>{name}</span>}
            />
          ) : null}
          {series.map(({ key, name, colour }, index) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={colour}
              maxBarSize={28}
              isAnimationActive={false}
              {...(isStacked ? { stackId: 'all' } : {})}
              radius={!isStacked || index === series.length - 1 ? [3, 3, 0, 0] : 0}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}
