/** Meters that measure a connection now: how long ago each was read, and what was found at it. */
import { useState } from 'react';
import { daysBetween } from '#shared/dates.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listMeters, listMetersDownload, type Meter } from '../contract.ts';
import { CONDITION_MOVES, type ConditionMove, canMove } from '../store/store.rules.ts';
import { CloseDialog } from './closure/close-dialog.tsx';
import { useMeterColumns } from './meter-list.tsx';
import { MarkDialog } from './store/act-dialogs.tsx';
import { useStockFilters } from './store/stock-filters.ts';
import { useSectorOptions } from './words.tsx';

const OFFERED = ['status', 'sizeMm', 'age'];
const MEASURES = ['INSTALLED', 'FAULTY', 'LOCKED', 'STOPPED'];

function useColumns(): Column<Meter>[] {
  const t = useTexts('meters');
  const days: Column<Meter> = {
    key: 'days',
    fields: ['lastReadOn'],
    title: t('store.unread_days'),
    kind: 'number',
    value: (row) => (row.lastReadOn === null ? null : daysBetween(row.lastReadOn, today())),
    sort: 'lastReadOn',
  };
  return useMeterColumns().map((column) => (column.key === 'lastOn' ? days : column));
}

type Asked = { meter: Meter; what: ConditionMove | 'close' };

export function ActiveMeterList() {
  const t = useTexts('meters');
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const act = (label: string, meter: Meter, what: Asked['what']): RowAction => ({
    label,
    run: () => setAsked({ meter, what }),
  });
  const actions = (meter: Meter): RowAction[] => [
    ...(may('meters:edit')
      ? CONDITION_MOVES.filter((move) => canMove(move, meter.status)).map((move) =>
          act(t(`store.mark.${move}`), meter, move),
        )
      : []),
    ...(may('meters:close') && meter.connectionId ? [act(t('closure.close'), meter, 'close')] : []),
  ];
  const stock = useStockFilters(MEASURES).filter(({ name }) => OFFERED.includes(name));
  const sectors = useSectorOptions();
  const { meter, what } = asked ?? {};
  return (
    <>
      <ListPage
        endpoint={listMeters}
        exports={useExports(listMetersDownload, 'meters')}
        title={t('list.active')}
        about={t('list.active_about')}
        searchLabel={t('search')}
        columns={useColumns()}
        fixed={{ type: 'active' }}
        filters={[...stock, { name: 'sectorId', label: t('sector'), options: sectors }]}
        {...(may('meters:edit') || may('meters:close') ? { actions } : {})}
      />
      {meter && what === 'close' && meter.connectionId ? (
        <CloseDialog
          connectionId={meter.connectionId}
          connectionNumber={meter.connectionNumber ?? ''}
          close={close}
        />
      ) : null}
      {meter && what && what !== 'close' ? <MarkDialog {...{ meter, move: what, close }} /> : null}
    </>
  );
}
