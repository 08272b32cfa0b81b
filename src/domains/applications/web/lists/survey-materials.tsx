import { useMemo, useState } from 'react';
import { useBulk } from '#domains/bulk/web/use-bulk.tsx';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { listSurveyMaterials, listSurveyMaterialsDownload } from '../../materials/contract.ts';
import { OFFERS } from '../bulk/offers.tsx';
import { LinesTable } from '../papers/lines-table.tsx';
import { useApplicationColumns } from './columns.tsx';
import { useApplicationFilters } from './filters.ts';
import { MaterialSums } from './material-sums.tsx';
import { MATERIAL_FILTERS, MaterialViews, SUMS } from './material-views.tsx';
import { StageNav } from './stages.tsx';
import { useRowActions } from './use-row-actions.tsx';

type Row = RowOf<typeof listSurveyMaterials>;

export function SurveyMaterials() {
  return useUrlQuery().view === SUMS ? <MaterialSums /> : <MaterialsOfSurveys />;
}

/** "Ferrule × 1 pcs, Pipe × 12 m": on one line, the whole of it on demand. */
function useMaterialText(): (row: Row) => string {
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const unitIn = useUnit();
  return ({ materials }) =>
    materials
      .map(
        ({ nameEn, nameBn, quantity, unit }) =>
          `${nameIn(nameEn, nameBn)} × ${digits(quantity)} ${unitIn(unit)}`,
      )
      .join(', ');
}

function MaterialsOfSurveys() {
  const t = useTexts('applications');
  const { survey } = useUrlQuery();
  const pick = useApplicationColumns();
  const textOf = useMaterialText();
  const filters = useApplicationFilters(null, MATERIAL_FILTERS);
  const exports = useExports(listSurveyMaterialsDownload, 'survey-materials');
  const { bulk, dialog, running } = useBulk<Row>(listSurveyMaterials, OFFERS.materials);
  const { actions, dialog: step } = useRowActions(true);
  const [opened, setOpened] = useState<Row | null>(null);
  const fixed = useMemo(() => (survey ? {} : { survey: 'ANY' }), [survey]);
  const columns: Column<Row>[] = [
    // Only here each row has a survey: elsewhere the list is not sorted by its day.
    ...pick(['number', 'place', 'survey', 'visited']).map((column) =>
      column.key === 'visited' ? { ...column, sort: 'visitedOn' } : column,
    ),
    {
      key: 'materials',
      fields: ['materialsText' as keyof Row],
      title: t('survey.materials'),
      value: (row) => {
        const text = textOf(row);
        return text === '' ? null : <span title={text}>{text}</span>;
      },
      onCard: true,
      isShort: true,
    },
    {
      key: 'materialsMinor',
      title: t('materials.sum'),
      kind: 'money',
      value: (row) => row.materialsMinor,
      total: (answer: { sums: { materialsMinor: number } }) => answer.sums.materialsMinor,
      onCard: true,
    },
    ...pick([], ['applicant', 'state', 'surveyType', 'distance', 'road', 'note', 'total', 'assignee']),
  ];
  const actionsOf = (row: Row) => [
    ...actions(row),
    ...(row.materials.length > 0 ? [{ label: t('materials.show'), run: () => setOpened(row) }] : []),
  ];
  return (
    <>
      <ListPage
        endpoint={listSurveyMaterials}
        title={t('lists.materials.title')}
        about={t('lists.materials.about')}
        searchLabel={t('words.search')}
        columns={columns}
        filters={filters}
        fixed={fixed}
        exports={exports}
        actions={actionsOf}
        bulk={bulk}
        primary={<MaterialViews />}
        nameOf={(row) => row.number ?? row.applicantName}
        empty={{ title: t('lists.materials.empty'), text: t('lists.materials.empty_help') }}
      >
        <StageNav />
        {running}
      </ListPage>
      {dialog}
      {step}
      {opened ? <MaterialsDialog row={opened} close={() => setOpened(null)} /> : null}
    </>
  );
}

function MaterialsDialog({ row, close }: { row: Row; close: () => void }) {
  const t = useTexts('applications');
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const title = t('materials.of', { number: digits(row.number ?? '') });
  return (
    <Dialog title={title} close={close}>
      <LinesTable
        caption={title}
        of={t('materials.material')}
        lines={row.materials.map((line) => ({
          key: line.materialId,
          name: nameIn(line.nameEn, line.nameBn),
          quantity: `${line.quantity} ${unitIn(line.unit)}`,
          rateMinor: line.rateMinor,
          amountMinor: line.amountMinor,
        }))}
        sum={{ label: t('survey.total'), minor: row.materialsMinor ?? 0 }}
      />
    </Dialog>
  );
}
