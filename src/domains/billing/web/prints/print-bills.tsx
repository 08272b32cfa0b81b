/** What became of each bill of a print. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { getPrint, listPrintBills, listPrintBillsDownload, type PrintBill } from '../../prints/contract.ts';
import { OUTCOMES, type ShownOutcome } from '../../prints/print.rules.ts';

const TONES: Record<ShownOutcome, Tone> = {
  WAITING: 'grey',
  PRINTED: 'green',
  LEFT_OUT: 'amber',
  FAILED: 'red',
  STOPPED: 'grey',
};
const OF_STOPPED: readonly ShownOutcome[] = ['STOPPED', 'LEFT_OUT', 'FAILED'];

function useColumns(): Column<PrintBill>[] {
  const t = useTexts('billing');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  return [
    {
      key: 'number',
      title: t('prints.bill'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: `/billing/invoice-list/${row.id}` }),
    },
    {
      key: 'outcome',
      title: t('prints.outcome'),
      value: (row) => <StateChip tone={TONES[row.outcome]}>{t(`prints.outcomes.${row.outcome}`)}</StateChip>,
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('prints.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
    },
    {
      key: 'plot',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      onCard: true,
    },
    {
      key: 'partNo',
      fields: ['partNo', 'place'],
      title: t('prints.place'),
      value: (row) =>
        row.partNo !== null &&
        row.place !== null &&
        t('prints.place_of', { part: row.partNo, place: row.place }),
      sort: 'partNo',
      onCard: true,
    },
    {
      key: 'language',
      title: t('prints.language'),
      value: (row) => t(`prints.language_names.${row.language}`),
    },
    {
      key: 'total',
      fields: ['totalMinor'],
      title: t('prints.total'),
      kind: 'money',
      value: (row) => row.totalMinor,
      sort: 'totalMinor',
      onCard: true,
    },
    {
      key: 'why',
      fields: ['reason', 'problem'],
      title: t('prints.why'),
      value: (row) => (row.reason ? t(`prints.reasons.${row.reason}`) : row.problem),
      onCard: true,
    },
  ];
}

export function PrintBills() {
  const t = useTexts('billing');
  const id = usePathParam();
  const isStopped = useAnswer(getPrint, { params: { id } }).data?.state === 'CANCELLED';
  const outcomes = isStopped ? OF_STOPPED : OUTCOMES;
  return (
    <ListPage
      endpoint={listPrintBills}
      params={{ id }}
      exports={useExports(listPrintBillsDownload, 'bill-print-bills', { id })}
      title={t('prints.bills_title')}
      about={t('prints.bills_about')}
      searchLabel={t('prints.search_bill')}
      columns={useColumns()}
      tabs={{
        name: 'outcome',
        items: outcomes.map((value) => ({ value, label: t(`prints.outcomes.${value}`) })),
      }}
      primary={<GoLink to={`/bill-print/${id}`}>{t('prints.back')}</GoLink>}
      empty={{ title: t('prints.bills_empty'), text: t('prints.bills_empty_help') }}
    />
  );
}
