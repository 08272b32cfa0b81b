/** All filters one below the other: from below on phones, from the side elsewhere. Each change shows at once. */
import { Button, Drawer } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useFocusBack } from '../../use-focus-back.ts';
import style from '../list.module.css';
import type { ListState } from '../list-state.ts';
import { type Change, type Filter, FilterField } from './filter-field.tsx';

type FilterSheetProps = {
  filters: readonly Filter[];
  state: ListState;
  change: Change;
  clear: () => void;
  /** Rows that the filters leave; unknown while they are counted. */
  total: number | undefined;
  isPhone: boolean;
  close: () => void;
};

export function FilterSheet({ filters, state, change, clear, total, isPhone, close }: FilterSheetProps) {
  const t = useTexts('common');
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={close}
      title={t('list.filters')}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'auto' : 380}
      // The page has its banner: what heads a sheet is none.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      transitionProps={{ duration: 140 }}
      classNames={{
        title: style.sheetTitle ?? '',
        content: `${style.sheetContent} ${isPhone ? style.sheetFromBelow : ''}`,
        body: style.sheetBody ?? '',
      }}
    >
      <div className={style.sheetFields}>
        {filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={state.filters[filter.name]}
            change={change}
            isTall
          />
        ))}
      </div>
      <div className={style.sheetButtons}>
        <Button
          size="md"
          variant="default"
          disabled={filters.every((filter) => !state.filters[filter.name])}
          onClick={clear}
        >
          {t('actions.clear_filters')}
        </Button>
        <Button size="md" onClick={close}>
          {total === undefined ? t('list.show') : t('list.show_count', { count: total })}
        </Button>
      </div>
    </Drawer>
  );
}
