/** The days of the calendar: beside each other, or one alone with the others as a strip above it. */
import { Skeleton } from '@mantine/core';
import { IconAlertCircle, IconUser } from '@tabler/icons-react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { GoLink, usePagePath, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import shared from '#web/ui/board/board.module.css';
import type { DueOrder } from '../../plan/contract.ts';
import { crewText, HoldMark, OftenMark } from '../marks.tsx';
import style from './calendar.module.css';
import { weekdayOf } from './calendar.rules.ts';
import { DueLine } from './due-line.tsx';
import plan from './plan.module.css';
import { PriorityMark } from './priority.tsx';
import { queryOf } from './view.rules.ts';

/** Without orders while they are on their way. */
export type Day = { day: string; isOff?: boolean; total?: number; items?: readonly DueOrder[] };

const lateOf = (orders: readonly DueOrder[]) => orders.filter(({ isLate }) => isLate).length;
const dateOf = (day: string) => String(Number(day.slice(8)));

type DaysProps = { days: readonly Day[]; today: string };

export function Week({ days, today }: DaysProps) {
  return (
    <ol className={style.week}>
      {days.map((day) => (
        <li
          key={day.day}
          className={style.day}
          data-off={day.isOff || undefined}
          data-today={day.day === today || undefined}
        >
          <DayHead day={day} isToday={day.day === today} />
          <Orders day={day} />
        </li>
      ))}
    </ol>
  );
}

function DayHead({ day: { day, isOff, total }, isToday }: { day: Day; isToday: boolean }) {
  const t = useTexts('work-orders');
  const formats = useFormats();
  const weekday = weekdayOf(day);
  return (
    <div className={style.dayHead} aria-current={isToday ? 'date' : undefined}>
      <h3 className={style.dayTitle}>
        <span className={style.weekday}>{t(`plan.weekdays.${weekday}`)}</span>
        <span className={style.spoken}>{formats.day(day)}</span>
        <span className={style.date} aria-hidden="true">
          {formats.digits(dateOf(day))}
        </span>
      </h3>
      <span className={style.dayFacts}>
        {total ? <span className={shared.count}>{t('plan.orders', { count: total })}</span> : null}
        {isOff ? <span>{t('plan.off')}</span> : null}
      </span>
    </div>
  );
}

/** The days of the week, of which one is shown below. */
export function DayStrip({ days, shown, today }: DaysProps & { shown: string }) {
  const t = useTexts('work-orders');
  const formats = useFormats();
  const path = usePagePath();
  const query = useUrlQuery();
  return (
    <nav aria-label={t('plan.days')} className={style.strip}>
      {days.map(({ day, total = 0, isOff, items = [] }) => (
        <GoLink
          key={day}
          to={path}
          query={{ ...query, day: day === today ? undefined : day }}
          className={style.stripDay}
          activeOptions={{ exact: true }}
          aria-current={day === shown ? 'date' : undefined}
          data-off={isOff || undefined}
          data-today={day === today || undefined}
          data-late={lateOf(items) > 0 || undefined}
        >
          <span className={style.spoken}>
            {[
              `${t(`plan.weekdays.${weekdayOf(day)}`)}, ${formats.day(day)}`,
              ...(total > 0 ? [t('plan.orders', { count: total })] : []),
              ...(lateOf(items) > 0 ? [t('plan.late', { count: lateOf(items) })] : []),
              ...(isOff ? [t('plan.off')] : []),
            ].join(', ')}
          </span>
          <span className={style.stripDayShown} aria-hidden="true">
            <span className={style.shortWeekday}>{t(`plan.short_weekdays.${weekdayOf(day)}`)}</span>
            <span className={style.date}>{formats.digits(dateOf(day))}</span>
            <span className={style.stripCount}>
              {lateOf(items) > 0 ? <IconAlertCircle size={13} stroke={2} /> : null}
              {total > 0 ? formats.number(total) : ' '}
            </span>
          </span>
        </GoLink>
      ))}
    </nav>
  );
}

export function OneDay({ day }: { day: Day | undefined }) {
  const t = useTexts('work-orders');
  if (!day) return null;
  return (
    <section className={style.oneDay} data-off={day.isOff || undefined}>
      <div className={style.oneDayHead}>
        <h3 className={style.oneDayTitle}>{t(`plan.weekdays.${weekdayOf(day.day)}`)}</h3>
        {day.isOff ? <span className={style.off}>{t('plan.off')}</span> : null}
      </div>
      {day.items?.length === 0 ? <p className={shared.none}>{t('plan.empty_day')}</p> : null}
      <Orders day={day} />
    </section>
  );
}

function Orders({ day: { day, total = 0, items } }: { day: Day }) {
  const t = useTexts('work-orders');
  const common = useTexts('common');
  const path = usePagePath();
  const query = useUrlQuery();
  if (!items)
    return (
      <div role="status" aria-label={common('list.loading')}>
        <Skeleton height={64} radius={8} />
      </div>
    );
  if (items.length === 0) return null;
  const more = total - items.length;
  return (
    <>
      <ul className={style.orders}>
        {items.map((order) => (
          <Order key={order.id} order={order} />
        ))}
      </ul>
      {more > 0 ? (
        <GoLink
          to={path}
          query={{ ...queryOf('list', query), dueOn: day, sort: 'dueAt' }}
          className={shared.more}
        >
          {t('plan.more', { count: more })}
        </GoLink>
      ) : null}
    </>
  );
}

function Order({ order }: { order: DueOrder }) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const place = usePlace();
  const { time } = useFormats();
  return (
    <li className={style.order} data-row={order.id} data-late={order.isLate || undefined}>
      <GoLink to={`/work-order-list/${order.id}`} className={style.orderLink}>
        <span className={style.when}>
          <DueLine order={order} at={time(order.dueAt)} />
          {order.priority === 'URGENT' ? <PriorityMark priority={order.priority} /> : null}
          <OftenMark reopened={order.reopened} />
          <HoldMark pausedAt={order.pausedAt} />
        </span>
        <span className={shared.what}>{nameIn(order.categoryEn, order.categoryBn)}</span>
        <span className={shared.place}>{place(order)}</span>
        <span className={plan.crew} data-nobody={order.crewName === null || undefined}>
          <IconUser size={15} stroke={1.8} aria-hidden="true" />
          <span>{crewText(order) ?? t('plan.nobody')}</span>
        </span>
      </GoLink>
    </li>
  );
}
