import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { carriedFilters } from '#web/session/access.ts';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { TabStrip } from '#web/ui/tab-strip.tsx';
import {
  deleteMaterial,
  listMaterials,
  listMaterialsDownload,
  type Material,
  type MaterialType,
  moveMaterial,
} from '../../materials/contract.ts';
import { useNameIn, useUnit } from '../in-language.ts';
import { MaterialDialog } from './material-dialog.tsx';

export function FixedMaterials() {
  return <MaterialList key="FIXED" type="FIXED" />;
}

export function ExtraMaterials() {
  return <MaterialList key="EXTRA" type="EXTRA" />;
}

/** The two lists are pages of their own (spec §2); the tabs lead from one to the other. */
function TypeTabs({ type }: { type: MaterialType }) {
  const t = useTexts('settings');
  const go = useGo();
  const query = useUrlQuery();
  const tabs = [
    { id: 'FIXED', title: t('materials.fixed_tab') },
    { id: 'EXTRA', title: t('materials.extra_tab') },
  ];
  return (
    <TabStrip
      label={t('materials.kinds')}
      items={tabs}
      chosen={type}
      choose={(id) => go(`/materials/${id}`, { ...carriedFilters(query), page: 1 })}
    />
  );
}

/** The rate that will follow the present one; rates come newest first. */
function nextRate({ rates, rateFrom }: Material) {
  return rates.findLast((rate) => rateFrom === null || rate.effectiveFrom > rateFrom);
}

function useMaterialColumns(): Column<Material>[] {
  const t = useTexts('settings');
  const nameIn = useNameIn();
  const unit = useUnit();
  const nameSort = useLanguage() === 'bn' ? 'nameBn' : 'nameEn';
  const { digits } = useFormats();
  return [
    {
      key: 'name',
      fields: ['nameEn', 'nameBn'],
      title: t('materials.name'),
      value: (row) => nameIn(row.nameEn, row.nameBn),
      sort: nameSort,
      to: (row) => ({ path: `/material-rates/${row.id}` }),
    },
    { key: 'unit', title: t('materials.unit'), value: (row) => unit(row.unit) },
    {
      key: 'quantity',
      fields: ['defaultQuantity'],
      title: t('materials.quantity'),
      kind: 'number',
      value: (row) => digits(row.defaultQuantity),
    },
    {
      key: 'rate',
      fields: ['rateMinor', 'rateFrom'],
      title: t('materials.rate'),
      kind: 'money',
      value: (row) => row.rateMinor,
      sort: 'rateMinor',
    },
    {
      key: 'next',
      title: t('materials.next_rate'),
      value: (row) => {
        const next = nextRate(row);
        return next ? t('materials.next_rate_from', { rate: next.rateMinor, day: next.effectiveFrom }) : null;
      },
    },
    {
      key: 'state',
      fields: ['active'],
      title: t('materials.state'),
      value: (row) => (
        <StateChip tone={row.active ? 'green' : 'grey'}>
          {t(row.active ? 'materials.active' : 'materials.inactive')}
        </StateChip>
      ),
    },
  ];
}

function MaterialList({ type }: { type: MaterialType }) {
  const t = useTexts('settings');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const canEdit = useMay()('materials:edit');
  const go = useGo();
  const columns = useMaterialColumns();
  const [edited, setEdited] = useState<Material | 'new' | null>(null);
  const remove = useAction(deleteMaterial, { onDone: () => toast('success', t('materials.deleted')) });
  const move = useAction(moveMaterial, { onDone: () => toast('success', t('rates.moved')) });
  const actions = (row: Material) => [
    { label: t('rates.open'), run: () => go(`/material-rates/${row.id}`) },
    ...(canEdit
      ? [
          { label: common('actions.edit'), run: () => setEdited(row) },
          ...(['up', 'down'] as const).map((direction) => ({
            label: t(`rates.move_${direction}`),
            run: () => move.run({ body: { id: row.id, direction } }),
          })),
          {
            label: common('actions.delete'),
            danger: true,
            run: async () => {
              if (await confirm('delete', nameIn(row.nameEn, row.nameBn)))
                remove.run({ params: { id: row.id } });
            },
          },
        ]
      : []),
  ];
  const add = canEdit ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('materials.add')}
    </Button>
  ) : null;
  const states = [
    { value: 'true', label: t('materials.active') },
    { value: 'false', label: t('materials.inactive') },
  ];
  const isFixed = type === 'FIXED';
  return (
    <>
      <ListPage
        endpoint={listMaterials}
        exports={useExports(listMaterialsDownload, 'materials')}
        title={t(isFixed ? 'materials.fixed' : 'materials.extra')}
        about={t(isFixed ? 'materials.fixed_about' : 'materials.extra_about')}
        searchLabel={t('materials.search')}
        columns={columns}
        filters={[{ name: 'active', label: t('materials.state'), options: states }]}
        fixed={{ type }}
        actions={actions}
        primary={
          <>
            {canEdit ? (
              <Button variant="default" onClick={() => go('/materials/import')}>
                {t('lists.import')}
              </Button>
            ) : null}
            {add}
          </>
        }
        empty={{ title: t('materials.empty'), action: add }}
      >
        <TypeTabs type={type} />
      </ListPage>
      {edited ? (
        <MaterialDialog
          type={type}
          material={edited === 'new' ? null : edited}
          close={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}
