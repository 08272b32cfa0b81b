/** One row of search and filters; what is set shows as removable chips below. Many filters move into a sheet. */
import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useFormats } from '../../../texts/use-formats.ts';
import style from '../list.module.css';
import type { ListState } from '../list-state.ts';
import { type Change, type Filter, FilterField } from './filter-field.tsx';

export type { Filter, Option } from './filter-field.tsx';

type FilterBarProps = {
  state: ListState;
  change: Change;
  filters: readonly Filter[];
  searchable: boolean;
  searchLabel?: string | undefined;
  /** Rows that are left, for the sheet's button. */
  total: number | undefined;
  isPhone: boolean;
  /** Fields after the search that are no filters. */
  children?: ReactNode;
};

const TYPING_PAUSE_MS = 300;
/** So many are in the row; if there are more, the row keeps the first ones and the sheet has all. */
const IN_ROW = 4;
const IN_ROW_OF_MORE = 3;
const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((file) => ({ default: file.FilterSheet })));

function SearchField({ search, change, label }: { search: string; change: Change; label: string }) {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    // Back, a link or "clear" changed the address: the field follows; its own echo does not overwrite typing.
    if (search !== sent.current) {
      sent.current = search;
      setText(search);
    }
  }, [search]);
  useEffect(() => {
    const wanted = text.normalize('NFC').trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      change({ search: wanted || undefined }, true);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, change]);
  const t = useTexts('common');
  return (
    <TextInput
      className={style.search}
      type="search"
      size="sm"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        text ? <CloseButton size="sm" aria-label={t('actions.clear')} onClick={() => setText('')} /> : null
      }
    />
  );
}

/** A single option is a box to tick: its own words say enough. */
function isTick(filter: Filter): boolean {
  return 'options' in filter && filter.options.length === 1;
}

type ChipsProps = Pick<FilterBarProps, 'state' | 'change'> & { active: readonly Filter[]; clear: () => void };

function Chips({ state, change, active, clear }: ChipsProps) {
  const t = useTexts('common');
  const { day } = useFormats();
  if (active.length === 0) return null;
  const shown = (filter: Filter) => {
    const value = state.filters[filter.name] ?? '';
    if (filter.kind === 'day') return day(value);
    if (filter.kind === 'yesNo') return t(value === 'true' ? 'list.yes' : 'list.no');
    return filter.options.find((option) => option.value === value)?.label ?? value;
  };
  return (
    <div className={style.chips}>
      {active.map((filter) => (
        <span key={filter.name} className={style.chip} data-chip>
          <span>
            {isTick(filter) ? null : `${filter.label}: `}
            <b>{shown(filter)}</b>
          </span>
          <ActionIcon
            variant="transparent"
            color="gray"
            size="sm"
            aria-label={t('list.remove_filter', { name: filter.label })}
            onClick={() => change({ [filter.name]: undefined })}
          >
            <IconX size={13} />
          </ActionIcon>
        </span>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={clear}>
        {t('actions.clear_filters')}
      </Button>
    </div>
  );
}

export function FilterBar(bar: FilterBarProps) {
  const { state, change, filters, searchable, searchLabel, total, isPhone, children } = bar;
  const t = useTexts('common');
  const { number } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  // The month is in the row and is never none: a chip that takes it away would promise all months.
  const active = filters.filter((filter) => filter.kind !== 'month' && state.filters[filter.name]);
  const clear = () => change(Object.fromEntries(active.map((filter) => [filter.name, undefined])));
  const months = filters.filter(({ kind }) => kind === 'month');
  // The month in force is seen on a phone too.
  const inRow = isPhone
    ? months
    : filters.slice(0, filters.length > IN_ROW ? IN_ROW_OF_MORE : filters.length);
  return (
    <div className="no-print" data-filters>
      <div className={style.filterRow} data-month={months.length > 0 || undefined}>
        {searchable ? (
          <SearchField search={state.search} change={change} label={searchLabel ?? t('list.search_here')} />
        ) : null}
        {children}
        {inRow.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={state.filters[filter.name]} change={change} />
        ))}
        {filters.length > inRow.length ? (
          <Button
            variant="default"
            className={style.filterButton}
            aria-haspopup="dialog"
            leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden="true" />}
            onClick={() => setIsOpen(true)}
          >
            {t('list.filters')}
            {active.length > 0 ? <span className={style.filterCount}>{number(active.length)}</span> : null}
          </Button>
        ) : null}
      </div>
      <Chips state={state} change={change} active={active} clear={clear} />
      {isOpen ? (
        <Suspense>
          <FilterSheet
            {...{ filters, state, change, clear, total, isPhone }}
            close={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
