/** The files of a print, in the order of the roads. */
import { startDownload } from '#web/calls/downloads.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  getPrint,
  listPrintParts,
  listPrintPartsDownload,
  type PrintPart,
  printPartFile,
} from '../../prints/contract.ts';
import { PART_STATES } from '../../prints/print.rules.ts';
import { usePartPlace } from './print-words.tsx';

/** Saves one file. */
export const useSavePart = (printId: string) => (part: PrintPart) =>
  startDownload(
    printPartFile,
    { params: { id: printId, part: part.id } },
    `${part.id}-${part.sectorNumber}-${part.roadNumber}.pdf`,
  );

function useColumns(): Column<PrintPart>[] {
  const t = useTexts('billing');
  const place = usePartPlace();
  const { digits, fileSize } = useFormats();
  return [
    {
      key: 'part',
      fields: ['id', 'sectorNumber', 'roadNumber', 'piece', 'pieces'],
      title: t('prints.part'),
      value: place,
      sort: 'part',
    },
    {
      key: 'state',
      title: t('prints.state'),
      value: (row) => (
        <StateChip tone={row.state === 'DONE' ? 'green' : 'grey'}>
          {t(`prints.part_states.${row.state}`)}
        </StateChip>
      ),
    },
    {
      key: 'bills',
      title: t('prints.bills'),
      kind: 'number',
      value: (row) => row.bills,
      sort: 'bills',
      onCard: true,
    },
    {
      key: 'total',
      fields: ['totalMinor'],
      title: t('prints.sum'),
      kind: 'money',
      value: (row) => row.totalMinor,
      sort: 'totalMinor',
      onCard: true,
    },
    {
      key: 'firstNumber',
      title: t('prints.first'),
      value: (row) => row.firstNumber && digits(row.firstNumber),
    },
    { key: 'lastNumber', title: t('prints.last'), value: (row) => row.lastNumber && digits(row.lastNumber) },
    { key: 'pages', title: t('prints.pages'), kind: 'number', value: (row) => row.pages },
    {
      key: 'bytes',
      title: t('prints.size'),
      value: (row) => row.bytes !== null && fileSize(row.bytes),
      onCard: true,
    },
  ];
}

export function PrintParts() {
  const t = useTexts('billing');
  const id = usePathParam();
  const save = useSavePart(id);
  const place = usePartPlace();
  const isStopped = useAnswer(getPrint, { params: { id } }).data?.state === 'CANCELLED';
  return (
    <ListPage
      endpoint={listPrintParts}
      params={{ id }}
      exports={useExports(listPrintPartsDownload, 'bill-print-files', { id })}
      title={t('prints.parts_title')}
      about={t('prints.parts_about')}
      searchLabel={t('prints.search_part')}
      columns={useColumns()}
      tabs={{
        name: 'state',
        items: PART_STATES.filter((value) => (value === 'STOPPED') === isStopped).map((value) => ({
          value,
          label: t(`prints.part_states.${value}`),
        })),
      }}
      idOf={(row) => String(row.id)}
      nameOf={place}
      actions={(row) =>
        row.bytes === null ? [] : [{ label: t('prints.download'), run: () => void save(row) }]
      }
      primary={<GoLink to={`/bill-print/${id}`}>{t('prints.back')}</GoLink>}
      empty={{ title: t('prints.parts_empty'), text: t('prints.parts_empty_help') }}
    />
  );
}
