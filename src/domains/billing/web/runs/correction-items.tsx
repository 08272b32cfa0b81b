/** The bills of a correction run with old and new figures; what is held says why. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { CORRECTION_HELD_REASONS } from '../../bill-run/bill-run.rules.ts';
import type { getRun } from '../../bill-run/contract.ts';
import {
  type CorrectionItem,
  listCorrectionItems,
  listCorrectionItemsDownload,
} from '../../correction-run/contract.ts';
import style from '../billing.module.css';

function useColumns(): Column<CorrectionItem>[] {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  return [
    {
      key: 'invoice',
      fields: ['invoiceNumber'],
      title: t('correction_run.bill'),
      value: (row) => <span className={style.whole}>{digits(row.invoiceNumber)}</span>,
      sort: 'invoiceNumber',
      to: (row) => ({ path: `/billing/invoice-list/${row.invoiceId}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('items.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
    },
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('items.connection'),
      value: (row) => digits(row.connectionNumber),
    },
    { key: 'period', title: t('runs.period'), kind: 'month', value: (row) => row.period, sort: 'period' },
    {
      key: 'before',
      fields: ['beforeMinor'],
      title: `${t('correction_run.before')} (৳)`,
      kind: 'money',
      value: (row) => row.beforeMinor,
    },
    {
      key: 'after',
      fields: ['afterMinor'],
      title: `${t('correction_run.after')} (৳)`,
      kind: 'money',
      value: (row) => row.afterMinor,
    },
    {
      key: 'difference',
      fields: ['totalMinor'],
      title: `${t('correction_run.difference')} (৳)`,
      kind: 'money',
      value: (row) => row.totalMinor,
      sort: 'totalMinor',
    },
    {
      key: 'outcome',
      fields: ['outcome', 'reason'],
      title: t('items.outcome'),
      value: (row) =>
        row.reason ? (
          <StateChip tone="violet">{t(`correction_run.reasons.${row.reason}`)}</StateChip>
        ) : (
          <StateChip tone="green">{t('correction_run.BILLED')}</StateChip>
        ),
    },
  ];
}

export function CorrectionItems({ run }: { run: EndpointAnswer<typeof getRun> }) {
  const t = useTexts('billing');
  const { id } = run;
  return (
    <ListPage
      endpoint={listCorrectionItems}
      params={{ id }}
      title={t('correction_run.items_title', { number: run.number })}
      about={t('correction_run.items_about')}
      searchLabel={t('correction_run.search')}
      columns={useColumns()}
      idOf={(row) => row.invoiceId}
      nameOf={(row) => row.invoiceNumber}
      tabs={{
        name: 'outcome',
        items: [
          { value: 'BILLED', label: t('correction_run.BILLED'), count: run.proof.billed },
          { value: 'HELD', label: t('items.HELD'), count: run.proof.held },
        ],
      }}
      filters={[
        {
          name: 'reason',
          label: t('items.reason'),
          options: CORRECTION_HELD_REASONS.map((reason) => ({
            value: reason,
            label: t(`correction_run.reasons.${reason}`),
          })),
        },
      ]}
      exports={useExports(listCorrectionItemsDownload, 'correction-run', { id })}
      primary={<GoLink to={`/bill-run/${id}`}>{t('items.back')}</GoLink>}
      empty={{ title: t('items.empty'), text: t('items.empty_help') }}
    />
  );
}
