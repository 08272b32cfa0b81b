/** One row of search and filters; what is set shows as removable chips below. */
import { ActionIcon, Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconSearch, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usePersisted } from '../../persisted.ts';
import { compactRows } from '../../preferences.ts';
import { useTexts } from '../../texts.ts';
import { useFormats } from '../../use-formats.ts';
import style from './list.module.css';
import type { ListState } from './list-state.ts';

export type Option = { value: string; label: string };
export type Filter = {
  /** Query parameter of the contract and of the address. */
  name: string;
  label: string;
} & ({ kind?: 'choice'; options: readonly Option[] } | { kind: 'day' });

type Change = (values: Record<string, string | undefined>, replace?: boolean) => void;
type FilterBarProps = {
  state: ListState;
  change: Change;
  filters: readonly Filter[];
  searchable: boolean;
  searchLabel?: string | undefined;
};

const TYPING_PAUSE_MS = 300;
/** Longer lists of options are searched by typing. */
const SEARCH_FROM = 8;
const SearchSelect = lazy(() =>
  import('../form/search-select.tsx').then((file) => ({ default: file.SearchSelect })),
);
const DayPicker = lazy(() => import('../form/day-picker.tsx').then((file) => ({ default: file.DayPicker })));

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

function FilterField({
  filter,
  value,
  change,
}: {
  filter: Filter;
  value: string | undefined;
  change: Change;
}) {
  if (filter.kind === 'day') {
    return (
      <Suspense
        fallback={<TextInput className={style.filter} size="sm" disabled aria-label={filter.label} />}
      >
        <DayPicker
          className={style.filter}
          size="sm"
          placeholder={filter.label}
          aria-label={filter.label}
          value={value ?? null}
          onDay={(day) => change({ [filter.name]: day ?? undefined })}
        />
      </Suspense>
    );
  }
  if (filter.options.length > SEARCH_FROM) {
    return (
      <Suspense
        fallback={<TextInput className={style.filter} size="sm" disabled aria-label={filter.label} />}
      >
        <SearchSelect
          className={style.filter}
          size="sm"
          placeholder={filter.label}
          aria-label={filter.label}
          options={filter.options}
          value={value}
          onChoose={(chosen) => change({ [filter.name]: chosen })}
          clearable
        />
      </Suspense>
    );
  }
  return (
    <NativeSelect
      className={style.filter}
      size="sm"
      aria-label={filter.label}
      data={[{ value: '', label: filter.label }, ...filter.options]}
      value={value ?? ''}
      onChange={(event) => change({ [filter.name]: event.currentTarget.value || undefined })}
    />
  );
}

function DensityToggle() {
  const t = useTexts('common');
  const isCompact = usePersisted(compactRows);
  const label = isCompact ? t('list.comfortable') : t('list.compact');
  return (
    <ActionIcon
      variant="default"
      size={36}
      visibleFrom="sm"
      aria-label={label}
      title={label}
      onClick={() => compactRows.write(!isCompact)}
    >
      {isCompact ? <IconBaselineDensityMedium size={17} /> : <IconBaselineDensitySmall size={17} />}
    </ActionIcon>
  );
}

function Chips({ state, change, filters }: Omit<FilterBarProps, 'searchable'>) {
  const t = useTexts('common');
  const { day } = useFormats();
  const active = filters.filter((filter) => state.filters[filter.name]);
  if (active.length === 0) return null;
  const shown = (filter: Filter) => {
    const value = state.filters[filter.name] ?? '';
    if (filter.kind === 'day') return day(value);
    return filter.options.find((option) => option.value === value)?.label ?? value;
  };
  const none = Object.fromEntries(active.map((filter) => [filter.name, undefined]));
  return (
    <div className={style.chips}>
      {active.map((filter) => (
        <span key={filter.name} className={style.chip}>
          {filter.label}: <b>{shown(filter)}</b>
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
      <Button variant="subtle" size="compact-sm" onClick={() => change(none)}>
        {t('actions.clear_filters')}
      </Button>
    </div>
  );
}

export function FilterBar({ state, change, filters, searchable, searchLabel }: FilterBarProps) {
  const t = useTexts('common');
  return (
    <div className="no-print">
      <div className={style.filterRow}>
        {searchable ? (
          <SearchField search={state.search} change={change} label={searchLabel ?? t('list.search_here')} />
        ) : null}
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={state.filters[filter.name]} change={change} />
        ))}
        <span className={style.push} />
        <DensityToggle />
      </div>
      <Chips state={state} change={change} filters={filters} />
    </div>
  );
}
