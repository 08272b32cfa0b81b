/** What the surveys of the filter need of each material. */
import { useMemo } from 'react';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { listMaterialSums, listMaterialSumsDownload } from '../../materials/contract.ts';
import { useApplicationFilters } from './filters.ts';
import { MATERIAL_FILTERS, MaterialViews } from './material-views.tsx';
import { StageNav } from './stages.tsx';

type Row = RowOf<typeof listMaterialSums>;

export function MaterialSums() {
  const t = useTexts('applications');
  const language = useLanguage();
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const query = useUrlQuery();
  const filters = useApplicationFilters(null, MATERIAL_FILTERS);
  const exports = useExports(listMaterialSumsDownload, 'survey-materials-by-material');
  const fixed = useMemo(() => (query.survey ? {} : { survey: 'ANY' }), [query.survey]);
  /** The surveys that need it, with the same filters. */
  const toSurveys = (row: Row) => {
    const { view: _, search: _words, sort: _sort, ...kept } = query;
    return { path: '/site-survey-materials', query: { ...kept, page: 1, materialId: row.id } };
  };
  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: t('materials.material'),
      value: (row) => nameIn(row.nameEn, row.nameBn),
      sort: language === 'bn' ? 'nameBn' : 'nameEn',
      to: toSurveys,
    },
    { key: 'unit', title: t('materials.unit'), value: (row) => unitIn(row.unit), sort: 'unit' },
    {
      key: 'quantity',
      title: t('note.quantity'),
      kind: 'number',
      value: (row) => digits(row.quantity),
      onCard: true,
    },
    {
      key: 'surveys',
      title: t('materials.surveys'),
      kind: 'number',
      value: (row) => row.surveys,
      sort: 'surveys',
      onCard: true,
    },
    {
      key: 'amountMinor',
      title: t('materials.sum'),
      kind: 'money',
      value: (row) => row.amountMinor,
      sort: 'amountMinor',
      total: (answer: { sums: { amountMinor: number } }) => answer.sums.amountMinor,
    },
  ];
  return (
    <ListPage
      endpoint={listMaterialSums}
      title={t('lists.materials.title')}
      about={t('materials.about_sums')}
      searchLabel={t('materials.search')}
      columns={columns}
      filters={filters}
      fixed={fixed}
      exports={exports}
      primary={<MaterialViews />}
      empty={{ title: t('lists.materials.empty'), text: t('lists.materials.empty_help') }}
    >
      <StageNav />
    </ListPage>
  );
}
