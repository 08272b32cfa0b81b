/** Tariff versions of all categories. */
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { totalOf } from '#web/ui/list/list-tabs.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listTariffs, listTariffsDownload, type Tariff } from '../../tariffs/contract.ts';
import { TARIFF_STATES } from '../../tariffs/tariff.rules.ts';
import style from '../billing.module.css';
import { useCategoryOptions } from './categories.ts';
import { price } from './price.rules.ts';
import { TariffStateChip } from './tariff-state.tsx';

function useColumns(): Column<Tariff>[] {
  const t = useTexts('billing');
  const language = useLanguage();
  const { digits, shortDay } = useFormats();
  const prices = ({ firstRate, lastRate, waterMode }: Tariff) => {
    if (!firstRate) return t(`tariffs.mode_names.${waterMode}`);
    const shown = price(firstRate);
    return digits(lastRate && lastRate !== firstRate ? `${shown} – ${price(lastRate)}` : shown);
  };
  return [
    {
      key: 'name',
      title: t('tariffs.name'),
      value: (row) => <span className={style.whole}>{row.name}</span>,
      sort: 'name',
      to: (row) => ({ path: `/configuration/billing/${row.id}` }),
    },
    {
      key: 'category',
      fields: ['categoryNameEn', 'categoryNameBn'],
      title: t('tariffs.category'),
      value: (row) => (language === 'bn' ? row.categoryNameBn : row.categoryNameEn),
      sort: 'category',
      isShort: true,
    },
    // Beside the menu of the settings there is room for five columns: what decides, before what the version's page tells too.
    {
      key: 'state',
      title: t('tariffs.state'),
      value: (row) => <TariffStateChip tariff={row} />,
      sort: 'state',
    },
    {
      key: 'from',
      fields: ['effectiveFrom', 'effectiveTo'],
      title: t('tariffs.from'),
      value: (row) =>
        row.effectiveTo
          ? `${shortDay(row.effectiveFrom)} – ${shortDay(row.effectiveTo)}`
          : shortDay(row.effectiveFrom),
      sort: 'effectiveFrom',
    },
    {
      key: 'prices',
      fields: ['firstRate', 'lastRate', 'currency'],
      title: t('tariffs.prices'),
      kind: 'number',
      value: prices,
    },
    {
      key: 'sewer',
      fields: ['sewerPercent'],
      title: t('tariffs.sewer'),
      kind: 'number',
      value: (row) => digits(row.sewerPercent),
      onCard: false,
      startsHidden: true,
    },
    {
      key: 'vat',
      fields: ['vatWaterPercent'],
      title: t('tariffs.vat'),
      kind: 'number',
      value: (row) => digits(row.vatWaterPercent),
      onCard: false,
      startsHidden: true,
    },
  ];
}

export function TariffList() {
  const t = useTexts('billing');
  const may = useMay();
  const go = useGo();
  const { search, category } = useUrlQuery();
  const counts = useAnswer(listTariffs, {
    query: { limit: 1, ...(search ? { search } : {}), ...(category ? { category } : {}) },
  }).data?.counts;
  const add = may('tariffs:edit') ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => go('/configuration/billing/new')}>
      {t('tariffs.add')}
    </Button>
  ) : null;
  return (
    <ListPage
      endpoint={listTariffs}
      exports={useExports(listTariffsDownload, 'tariffs')}
      title={t('tariffs.title')}
      about={t('tariffs.about')}
      searchLabel={t('tariffs.search')}
      columns={useColumns()}
      filters={[{ name: 'category', label: t('tariffs.category'), options: useCategoryOptions() }]}
      tabs={{
        name: 'state',
        all: totalOf(counts),
        items: TARIFF_STATES.map((state) => ({
          value: state,
          label: t(`tariffs.states.${state}`),
          count: counts && (counts[state] ?? 0),
        })),
      }}
      primary={
        <Group gap="xs">
          <Button variant="default" onClick={() => go('/configuration/vat')}>
            {t('tariffs.vat_link')}
          </Button>
          <Button variant="default" onClick={() => go('/configuration/billing/rules')}>
            {t('tariffs.rules_link')}
          </Button>
          {add}
        </Group>
      }
      empty={{ title: t('tariffs.empty'), text: t('tariffs.empty_help'), action: add }}
    />
  );
}
