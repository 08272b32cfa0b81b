/** Tabs above a list: each one a value of one filter, with its count. */
import { useTexts } from '../../texts.ts';
import { useFormats } from '../../use-formats.ts';
import style from './list.module.css';
import type { ListState } from './list-state.ts';

export type Tabs = {
  /** Query parameter that the tabs set. */
  name: string;
  items: readonly { value: string; label: string; count?: number | undefined }[];
  /** Without it the first tab is "All", with no value. */
  noAll?: boolean;
};

type ListTabsProps = {
  tabs: Tabs;
  state: ListState;
  change: (values: Record<string, string | undefined>) => void;
};

export function ListTabs({ tabs, state, change }: ListTabsProps) {
  const t = useTexts('common');
  const { number } = useFormats();
  const items = tabs.noAll
    ? tabs.items
    : [{ value: '', label: t('list.all'), count: undefined }, ...tabs.items];
  const chosen = state.filters[tabs.name] ?? (tabs.noAll ? items[0]?.value : '');
  return (
    <div className={`${style.tabs} no-print`} role="tablist">
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          className={style.tab}
          aria-selected={item.value === chosen}
          onClick={() => change({ [tabs.name]: item.value || undefined })}
        >
          {item.label}
          {item.count === undefined ? null : <span className={style.count}>{number(item.count)}</span>}
        </button>
      ))}
    </div>
  );
}
