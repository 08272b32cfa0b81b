import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { daysBetween } from '#shared/dates.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { addMeter, listMeters, listMetersDownload, type Meter } from '../contract.ts';
import { CONDITION_MOVES, type ConditionMove, canMove } from '../store/store.rules.ts';
import { CloseDialog } from './closure/close-dialog.tsx';
import { MarkDialog } from './store/act-dialogs.tsx';
import { useLabels } from './store/labels.ts';
import { MeterState } from './store/meter-state.tsx';
import { useStockFilters } from './store/stock-filters.ts';
import { yearsSince } from './store/years-since.ts';
import { useConsumerName, useSectorOptions } from './words.tsx';

function MeterDialog({ close }: { close: () => void }) {
  const t = useTexts('meters');
  const form = useForm(addMeter, {
    initial: { sizeMm: 20, registerDigits: 5 },
    onDone: () => {
      close();
      return toast('success', t('list.added'));
    },
  });
  return (
    <FormDialog title={t('list.add')} close={close}>
      <FormBody form={form} submit={t('list.save')} cancel={close}>
        <TextField form={form} name="number" label={t('list.number')} required autoFocus />
        <FieldRow>
          <TextField form={form} name="make" label={t('list.make')} />
          <TextField form={form} name="sealNumber" label={t('list.seal')} />
        </FieldRow>
        <FieldRow>
          <WholeField form={form} name="sizeMm" label={t('list.size')} required />
          <WholeField form={form} name="registerDigits" label={t('list.digits')} required />
        </FieldRow>
        <FieldRow>
          <WholeField form={form} name="madeYear" label={t('store.made')} />
          <MoneyField form={form} name="valueMinor" label={t('store.value')} />
        </FieldRow>
      </FormBody>
    </FormDialog>
  );
}

function useColumns(): Column<Meter>[] {
  const t = useTexts('meters');
  const place = usePlace();
  const consumer = useConsumerName();
  const { digits } = useFormats();
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: `/meter-list/${row.id}` }),
    },
    { key: 'size', fields: ['sizeMm'], title: t('list.size'), kind: 'number', value: (row) => row.sizeMm },
    {
      key: 'consumer',
      fields: ['connectionNumber', 'consumerName'],
      title: t('consumer'),
      value: consumer,
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('where'),
      value: place,
      onCard: true,
    },
    {
      key: 'installed',
      fields: ['installedOn'],
      title: t('list.installed'),
      kind: 'day',
      value: (row) => row.installedOn,
      sort: 'installedOn',
    },
    {
      key: 'last',
      fields: ['lastLitres'],
      title: t('list.last'),
      kind: 'volume',
      value: (row) => row.lastLitres,
      onCard: true,
    },
    {
      key: 'lastOn',
      fields: ['lastReadOn'],
      title: t('list.last_on'),
      kind: 'day',
      value: (row) => row.lastReadOn,
      sort: 'lastReadOn',
    },
    {
      key: 'seal',
      fields: ['sealNumber'],
      title: t('list.seal'),
      value: (row) => row.sealNumber,
      startsHidden: true,
    },
    { key: 'make', title: t('list.make'), value: (row) => row.make, startsHidden: true },
    {
      key: 'age',
      fields: ['agedFrom'],
      title: t('store.age'),
      kind: 'number',
      value: (row) => yearsSince(row.agedFrom),
      startsHidden: true,
    },
    {
      key: 'state',
      fields: ['status'],
      title: t('state'),
      value: (row) => <MeterState status={row.status} />,
      sort: 'status',
    },
  ];
}

export function MeterList() {
  const t = useTexts('meters');
  const canEdit = useMay()('meters:edit');
  const [isAdding, setIsAdding] = useState(false);
  const sectors = useSectorOptions();
  const stock = useStockFilters();
  const labels = useLabels();
  const add = canEdit ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {t('list.add')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listMeters}
        exports={useExports(listMetersDownload, 'meters')}
        title={t('list.title')}
        about={t('list.about')}
        searchLabel={t('search')}
        columns={useColumns()}
        filters={[...stock, { name: 'sectorId', label: t('sector'), options: sectors }]}
        bulk={[labels]}
        primary={add}
      />
      {isAdding ? <MeterDialog close={() => setIsAdding(false)} /> : null}
    </>
  );
}

const OFFERED = ['status', 'sizeMm', 'age'];
const MEASURES = ['INSTALLED', 'FAULTY', 'LOCKED', 'STOPPED'];

function useActiveColumns(): Column<Meter>[] {
  const t = useTexts('meters');
  const days: Column<Meter> = {
    key: 'days',
    fields: ['lastReadOn'],
    title: t('store.unread_days'),
    kind: 'number',
    value: (row) => (row.lastReadOn === null ? null : daysBetween(row.lastReadOn, today())),
    sort: 'lastReadOn',
  };
  return useColumns().map((column) => (column.key === 'lastOn' ? days : column));
}

type Asked = { meter: Meter; what: ConditionMove | 'close' };

export function ActiveMeterList() {
  const t = useTexts('meters');
  const may = useMay();
  const columns = useActiveColumns();
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
        columns={columns}
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
      {meter && what && what !== 'close' ? (
        <RowDialog
          endpoint={listMeters}
          columns={columns}
          rows={[meter]}
          fits={({ status }) => canMove(what, status)}
        >
          {(row) => <MarkDialog meter={row} move={what} close={close} />}
        </RowDialog>
      ) : null}
    </>
  );
}
