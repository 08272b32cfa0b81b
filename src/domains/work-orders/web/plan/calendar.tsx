/**
 * The orders in process by the day on which they are due: a week on a desk, a day on a phone, in the utility's time zone. A phone asks
 * for the whole week as well, so that the days beside the shown one are there at once.
 */
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePagePath, useUrlQuery } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import shared from '#web/ui/board/board.module.css';
import { Failed } from '#web/ui/list/empty.tsx';
import { FilterBar } from '#web/ui/list/filters/filter-bar.tsx';
import { useRowMoves } from '#web/ui/list/rows/use-row-moves.ts';
import { useListState } from '#web/ui/list/use-list.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { listOrders } from '../../contract.ts';
import { calendarOrders } from '../../plan/contract.ts';
import { useOrderFilters } from '../order-filters.ts';
import style from './calendar.module.css';
import { dayIn, stepTo, weekOf } from './calendar.rules.ts';
import { type Day, DayStrip, OneDay, Week } from './calendar-days.tsx';
import { useCalendarKeys } from './use-calendar-keys.ts';
import { OF_DAYS, queryOf } from './view.rules.ts';
import { OrderViews } from './view-switch.tsx';

/** The filters of the list without those of days; who does the work comes first. */
function useFilters() {
  const all = useOrderFilters({
    hasState: false,
    hasAsker: true,
    hasCrew: true,
    hasReviewer: false,
    hasAge: false,
  });
  return useMemo(() => {
    const own = all.filter(({ name }) => !OF_DAYS.includes(name));
    return [...own.filter(({ name }) => name === 'crewId'), ...own.filter(({ name }) => name !== 'crewId')];
  }, [all]);
}

export function Calendar() {
  const t = useTexts('work-orders');
  const title = usePageName() ?? t('list.titles.process');
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const filters = useFilters();
  const names = useMemo(() => filters.map(({ name }) => name), [filters]);
  const { state, change } = useListState(names);
  const now = today();
  const address = useUrlQuery();
  const path = usePagePath();
  const go = useGo();
  const shown = dayIn(address.day, now);
  const week = weekOf(shown);
  const [from = shown] = week;
  const query = {
    ...{ from, to: week.at(-1) ?? shown, ...state.filters },
    ...(state.search ? { search: state.search } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    calendarOrders,
    { query },
    { placeholderData: keepPreviousData },
  );
  // The answer before may be that of another week: its days are not these.
  const days = week.map((day): Day => ({ day, ...data?.days.find((found) => found.day === day) }));
  const isHere = days.every(({ items }) => items !== undefined);
  const total = days.reduce((sum, day) => sum + (day.total ?? 0), 0);
  const orders = days.filter(({ day }) => !isPhone || day === shown).flatMap(({ items }) => items ?? []);
  const box = useRowMoves(
    isHere && !isPlaceholderData
      ? {
          rows: orders.map((order) => ({
            id: order.id,
            row: order,
            address: `/work-order-list/${order.id}`,
          })),
          // All that can be moved to is on the screen: nothing is asked for beyond it.
          source: { service: listOrders.service, path: listOrders.path, query: {} },
          ...{ page: 1, size: Math.max(1, orders.length), total: orders.length },
          press: () => false,
        }
      : undefined,
  );
  const show = (day: string) => go(path, { ...address, day: day === now ? undefined : day });
  const back = () => show(stepTo(shown, -1, isPhone));
  const on = () => show(stepTo(shown, 1, isPhone));
  useCalendarKeys({ back, on, today: () => show(now) });
  return (
    <div className={shared.page} data-fills data-calendar>
      <PageHead title={title} about={t('plan.about_calendar')}>
        <OrderViews />
      </PageHead>
      <FilterBar
        {...{ state, change, filters, isPhone }}
        searchable
        searchLabel={t('list.search')}
        total={isHere && !isPlaceholderData ? total : undefined}
      />
      <div className={style.bar}>
        <Moves {...{ back, on, isPhone }} today={() => show(now)} />
        <Heading days={week} day={shown} isPhone={isPhone} />
        <Late count={data?.late ?? 0} />
      </div>
      {error && !data ? (
        <div className={shared.sheet}>
          <Failed error={error} retry={refetch} />
        </div>
      ) : (
        <div ref={box} className={style.shown} aria-busy={isPlaceholderData || !data || undefined}>
          {isPhone ? (
            <>
              <DayStrip {...{ days, shown, today: now }} />
              <OneDay day={days.find(({ day }) => day === shown)} />
            </>
          ) : (
            <>
              {isHere && total === 0 ? <p className={style.empty}>{t('plan.empty_week')}</p> : null}
              <Week {...{ days, today: now }} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

type MovesProps = {
  back: () => unknown;
  on: () => unknown;
  today: () => unknown;
  isPhone: boolean;
};

function Moves({ back, on, today: goToday, isPhone }: MovesProps) {
  const t = useTexts('work-orders');
  return (
    <div className={style.moves}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(isPhone ? 'plan.previous_day' : 'plan.previous_week')}
        onClick={back}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Button variant="default" onClick={goToday}>
        {t('plan.today')}
      </Button>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(isPhone ? 'plan.next_day' : 'plan.next_week')}
        onClick={on}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  );
}

/** What is shown, told to those who do not see that it has changed. */
function Heading({ days, day, isPhone }: { days: readonly string[]; day: string; isPhone: boolean }) {
  const t = useTexts('work-orders');
  const formats = useFormats();
  const [from = day] = days;
  return (
    <h2 className={style.range} aria-live="polite">
      {isPhone
        ? formats.day(day)
        : t('plan.range', { from: formats.day(from), to: formats.day(days.at(-1) ?? day) })}
    </h2>
  );
}

/** Late orders may be of days that are not on the screen. */
function Late({ count }: { count: number }) {
  const t = useTexts('work-orders');
  const path = usePagePath();
  const query = useUrlQuery();
  if (count === 0) return null;
  return (
    <GoLink
      to={path}
      query={{ ...queryOf('list', query), late: 'true', sort: 'dueAt' }}
      className={style.late}
    >
      <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
      {t('plan.late', { count })}
    </GoLink>
  );
}
