/** Leaks for the office: what waits for a reading or a decision, and what became of the others. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type Leak, listLeaks, listLeaksDownload } from '../../leaks/contract.ts';
import { LEAK_STATES } from '../../leaks/leak.rules.ts';
import style from '../billing.module.css';
import { useSectorOptions } from '../sector-options.ts';
import { LeakStateChip } from './words.tsx';

function useColumns(): Column<Leak>[] {
  const t = useTexts('leaks');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortDay } = useFormats();
  const whole = (text: string) => <span className={style.whole}>{digits(text)}</span>;
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => whole(row.number),
      to: (row) => ({ path: `/billing/leaks/${row.id}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('list.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    {
      key: 'state',
      title: t('list.state'),
      value: (row) => (
        <span className={style.whole}>
          <LeakStateChip state={row.state} />
          {row.isReady ? ` ${t('list.ready')}` : null}
        </span>
      ),
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
    {
      key: 'repairedOn',
      title: t('list.repaired'),
      kind: 'day',
      value: (row) => row.repairedOn,
      onCard: false,
    },
    {
      key: 'waitUntil',
      title: t('list.wait_until'),
      value: (row) =>
        row.waitUntil === null ? null : <span className={style.whole}>{shortDay(row.waitUntil)}</span>,
      sort: 'waitUntil',
      onCard: true,
    },
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
      title: t('list.total'),
      kind: 'money',
      value: (row) => row.totalMinor,
      onCard: false,
    },
    {
      key: 'credit',
      fields: ['amountMinor'],
      title: t('list.credit'),
      kind: 'money',
      value: (row) => row.amountMinor,
      total: ({ sums }: EndpointAnswer<typeof listLeaks>) => sums.amountMinor,
      sort: 'amountMinor',
    },
    {
      key: 'proposed',
      fields: ['proposedMinor'],
      title: t('list.proposed'),
      kind: 'money',
      value: (row) => row.proposedMinor,
      total: ({ sums }: EndpointAnswer<typeof listLeaks>) => sums.proposedMinor,
      onCard: false,
    },
  ];
}

export function LeakList() {
  const t = useTexts('leaks');
  const columns = useColumns();
  const sectors = useSectorOptions();
  const exports = useExports(listLeaksDownload, 'leaks');
  return (
    <ListPage
      endpoint={listLeaks}
      exports={exports}
      title={t('title')}
      about={t('about')}
      searchLabel={t('list.search')}
      columns={columns}
      tabs={{
        name: 'state',
        counts: ({ counts }: EndpointAnswer<typeof listLeaks>) => counts,
        items: LEAK_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      }}
      filters={[
        { name: 'open', label: t('list.only_open'), kind: 'yesNo' },
        { name: 'ready', label: t('list.only_ready'), kind: 'yesNo' },
        { name: 'sectorId', label: t('list.sector'), options: sectors },
        { name: 'from', label: t('list.from'), kind: 'day' },
        { name: 'to', label: t('list.to'), kind: 'day' },
      ]}
      nameOf={(row) => row.number}
      empty={{ title: t('list.empty'), text: t('list.empty_help') }}
    />
  );
}
