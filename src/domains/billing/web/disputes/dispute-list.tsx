/** Disputes for the office: what is open, by the day it has to be decided, and what became of the others. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type Dispute, listDisputes, listDisputesDownload } from '../../disputes/contract.ts';
import { DISPUTE_REASONS, DISPUTE_STATES } from '../../disputes/dispute.rules.ts';
import style from '../billing.module.css';
import { useSectorOptions } from '../sector-options.ts';
import { DisputeStateChip } from './words.tsx';

function useColumns(): Column<Dispute>[] {
  const t = useTexts('disputes');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortDay } = useFormats();
  const whole = (text: string) => <span className={style.whole}>{digits(text)}</span>;
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => whole(row.number),
      to: (row) => ({ path: `/billing/disputes/${row.id}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('list.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    {
      key: 'decideBy',
      title: t('list.decide_by'),
      value: (row) => (
        <span className={style.whole}>
          {shortDay(row.decideBy)}
          {row.isLate ? <b> · {t('list.late')}</b> : null}
        </span>
      ),
      sort: 'decideBy',
      onCard: true,
    },
    {
      key: 'asked',
      fields: ['askedOn'],
      title: t('list.asked'),
      kind: 'day',
      value: (row) => row.askedOn,
      sort: 'askedAt',
    },
    { key: 'reason', title: t('list.reason'), value: (row) => t(`reasons.${row.reason}`), onCard: true },
    { key: 'state', title: t('list.state'), value: (row) => <DisputeStateChip state={row.state} /> },
    {
      key: 'bill',
      fields: ['invoiceNumber'],
      title: t('list.bill'),
      value: (row) => whole(row.invoiceNumber),
      to: (row) => ({ path: `/billing/invoice-list/${row.invoiceId}` }),
      onCard: false,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('list.place'),
      value: place,
      onCard: false,
    },
    {
      key: 'total',
      fields: ['totalMinor'],
      title: t('list.amount'),
      kind: 'money',
      value: (row) => row.totalMinor,
      onCard: false,
    },
    {
      key: 'due',
      fields: ['dueMinor'],
      title: t('list.due'),
      kind: 'money',
      value: (row) => row.dueMinor,
      sort: 'dueMinor',
    },
    { key: 'assignedTo', title: t('list.with'), value: (row) => row.assignedTo, onCard: false },
  ];
}

export function DisputeList() {
  const t = useTexts('disputes');
  const columns = useColumns();
  const sectors = useSectorOptions();
  const exports = useExports(listDisputesDownload, 'disputes');
  return (
    <ListPage
      endpoint={listDisputes}
      exports={exports}
      title={t('title')}
      about={t('about')}
      searchLabel={t('list.search')}
      columns={columns}
      tabs={{
        name: 'state',
        counts: ({ counts }: EndpointAnswer<typeof listDisputes>) => counts,
        items: DISPUTE_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      }}
      filters={[
        { name: 'open', label: t('list.only_open'), kind: 'yesNo' },
        { name: 'late', label: t('list.only_late'), kind: 'yesNo' },
        { name: 'mine', label: t('list.mine'), kind: 'yesNo' },
        {
          name: 'reason',
          label: t('list.reason'),
          options: DISPUTE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
        },
        { name: 'sectorId', label: t('list.sector'), options: sectors },
        { name: 'from', label: t('list.from'), kind: 'day' },
        { name: 'to', label: t('list.to'), kind: 'day' },
      ]}
      nameOf={(row) => row.number}
      empty={{ title: t('list.empty'), text: t('list.empty_help') }}
    />
  );
}
