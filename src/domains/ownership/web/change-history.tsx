/** Changes of owners that were made. */
import { useSectorOptions } from '#domains/billing/web/sector-options.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { certificatePdf } from '../certificate/contract.ts';
import { type ChangeItem, listChanges, listChangesDownload } from '../contract.ts';
import { showPaper } from './papers/show-paper.ts';

function useColumns(): Column<ChangeItem>[] {
  const t = useTexts('ownership');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  return [
    {
      key: 'request',
      fields: ['requestNumber'],
      title: t('requests.number'),
      value: (row) => digits(row.requestNumber),
      to: (row) => ({ path: `/owner-change-request-list/${row.requestId}` }),
    },
    {
      key: 'effectiveOn',
      title: t('history.effective'),
      kind: 'day',
      value: (row) => row.effectiveOn,
      sort: 'effectiveOn',
      onCard: true,
    },
    {
      key: 'from',
      fields: ['fromName'],
      title: t('history.from'),
      value: (row) => nameIn(row.fromName, row.fromNameBn),
      onCard: true,
    },
    {
      key: 'to',
      fields: ['toName'],
      title: t('history.to'),
      value: (row) => nameIn(row.toName, row.toNameBn),
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
    },
    {
      key: 'fromConnection',
      fields: ['fromConnectionNumber'],
      title: t('history.from_connection'),
      value: (row) => digits(row.fromConnectionNumber),
      startsHidden: true,
    },
    {
      key: 'toConnection',
      fields: ['toConnectionNumber'],
      title: t('history.to_connection'),
      value: (row) => digits(row.toConnectionNumber),
    },
    {
      key: 'registerLitres',
      title: t('history.reading'),
      kind: 'volume',
      value: (row) => row.registerLitres,
    },
    { key: 'openMinor', title: t('history.open'), kind: 'money', value: (row) => row.openMinor },
    { key: 'advanceMinor', title: t('history.advance'), kind: 'money', value: (row) => row.advanceMinor },
    { key: 'acceptedBy', title: t('history.accepted_by'), value: (row) => row.acceptedBy },
    {
      key: 'acceptedAt',
      title: t('history.accepted'),
      kind: 'instant',
      value: (row) => row.acceptedAt,
      sort: 'acceptedAt',
      startsHidden: true,
    },
  ];
}

export function ChangeHistory() {
  const t = useTexts('ownership');
  const language = useLanguage();
  const go = useGo();
  const may = useMay();
  const billsOf = (search: string) => () => go('/billing/invoice-list', { search });
  const actions = (row: ChangeItem) => [
    {
      label: t('detail.certificate'),
      run: () => {
        const input = { params: { id: row.requestId }, query: { language } };
        return startDownload(certificatePdf, input, `owner-change-${row.requestNumber}.pdf`);
      },
    },
    ...(row.titlePaperId
      ? [{ label: t('history.deed'), run: () => showPaper(String(row.titlePaperId)) }]
      : []),
    // The books of the one end at the handover, those of the other begin with it.
    ...(may('invoices:view')
      ? [
          { label: t('history.bills_before'), run: billsOf(row.fromConnectionNumber) },
          { label: t('history.bills_after'), run: billsOf(row.toConnectionNumber) },
        ]
      : []),
  ];
  const filters = [
    { name: 'sectorId', label: t('connections.sector'), options: useSectorOptions() },
    { name: 'from', label: t('requests.after'), kind: 'day' as const },
    { name: 'to', label: t('requests.before'), kind: 'day' as const },
  ];
  return (
    <ListPage
      endpoint={listChanges}
      exports={useExports(listChangesDownload, 'ownership-changes')}
      title={t('history.title')}
      searchLabel={t('requests.search')}
      columns={useColumns()}
      filters={filters}
      nameOf={(row) => row.requestNumber}
      actions={actions}
      empty={{ title: t('history.empty'), text: t('requests.about') }}
    />
  );
}
