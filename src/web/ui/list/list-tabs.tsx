/** Tabs above a list: each one a value of one filter, with its count. */
import { useTexts } from '../../texts/texts.ts';
import { TabStrip } from '../tab-strip.tsx';
import type { ListState } from './list-state.ts';

export type Tabs = {
  /** Query parameter that the tabs set. */
  name: string;
  items: readonly {
    value: string;
    label: string;
    count?: number | undefined;
    /** Has a tab only if it has rows, or is chosen: a line has room for about eight. */
    rare?: boolean;
  }[];
  /** Without it the first tab is "All", with no value. */
  noAll?: boolean;
  /** Count of that tab. */
  all?: number | undefined;
  /** How many rows each tab has, by the list's own answer; `all` if they do not add up. */
  counts?: (answer: never) => Readonly<Record<string, number>>;
};

/** The tabs with the counts of the answer. A tab that it does not name has no row. */
export function counted(tabs: Tabs | undefined, answer: unknown): Tabs | undefined {
  if (!tabs?.counts || answer === undefined) return tabs;
  const counts = tabs.counts(answer as never);
  const items = tabs.items.map((item) => ({ ...item, count: counts[item.value] ?? 0 }));
  return { ...tabs, items, all: counts.all ?? totalOf(counts) };
}

/** Count of the tab "All", from the counts by value. */
export function totalOf(counts: Readonly<Record<string, number>> | undefined): number | undefined {
  return counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
}

type ListTabsProps = {
  label: string;
  tabs: Tabs;
  state: ListState;
  change: (values: Record<string, string | undefined>) => void;
};

export function ListTabs({ label, tabs, state, change }: ListTabsProps) {
  const t = useTexts('common');
  const chosen = state.filters[tabs.name] ?? (tabs.noAll ? tabs.items[0]?.value : '') ?? '';
  const shown = tabs.items.filter(({ rare, count, value }) => !rare || count || value === chosen);
  const items = tabs.noAll ? shown : [{ value: '', label: t('list.all'), count: tabs.all }, ...shown];
  return (
    <TabStrip
      label={label}
      items={items.map((item) => ({ id: item.value, title: item.label, count: item.count }))}
      chosen={chosen}
      choose={(value) => change({ [tabs.name]: value || undefined })}
    />
  );
}
