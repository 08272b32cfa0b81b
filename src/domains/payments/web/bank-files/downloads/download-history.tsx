/** The files that were downloaded of the bank report: each can be had again as it was, and two of them compared. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  type BankDownload,
  downloadBankReportAgain,
  listBankDownloads,
  listBankDownloadsDownload,
} from '../../../bank-files/downloads/contract.ts';
import {
  DOWNLOAD_STATES,
  type DownloadState,
  isWhole,
} from '../../../bank-files/downloads/download.rules.ts';
import style from '../bank-files.module.css';
import { COMPARE, narrowed } from './narrowed.ts';

const TONES: Record<DownloadState, Tone> = {
  KEPT: 'green',
  DAMAGED: 'red',
  MISSING: 'red',
  BROKEN: 'grey',
  MAKING: 'blue',
};
/** So much of a hash tells two files apart on the screen; the export has all of it. */
const HASH_SHOWN = 12;

function useColumns(): Column<BankDownload>[] {
  const t = useTexts('payments');
  const { fileSize } = useFormats();
  return [
    {
      key: 'name',
      title: t('bank_downloads.file'),
      value: (row) => row.name,
    },
    {
      key: 'state',
      title: t('bank_downloads.state'),
      value: (row) => (
        <StateChip tone={TONES[row.state]}>{t(`bank_downloads.states.${row.state}`)}</StateChip>
      ),
    },
    { key: 'madeBy', title: t('bank_downloads.made_by'), value: (row) => row.madeBy, onCard: true },
    {
      key: 'madeAt',
      title: t('bank_downloads.made_at'),
      kind: 'instant',
      value: (row) => row.madeAt,
      sort: 'madeAt',
      onCard: true,
    },
    {
      key: 'rows',
      title: t('bank_files.rows'),
      kind: 'number',
      value: (row) => row.rows,
      sort: 'rows',
      onCard: true,
    },
    {
      key: 'amountMinor',
      title: t('bank_files.at_bank'),
      kind: 'money',
      value: (row) => row.amountMinor,
      sort: 'amountMinor',
      onCard: true,
    },
    {
      key: 'period',
      fields: ['firstDay', 'lastDay'],
      title: t('bank_downloads.period'),
      value: (row) =>
        row.firstDay && row.lastDay && t('bank_files.between', { from: row.firstDay, to: row.lastDay }),
    },
    {
      key: 'sha256',
      title: t('bank_downloads.sha256'),
      value: (row) =>
        row.sha256 && (
          <code className={style.hash} title={row.sha256}>
            {row.sha256.slice(0, HASH_SHOWN)}…
          </code>
        ),
    },
    {
      key: 'narrowed',
      fields: ['class', 'status'],
      title: t('bank_downloads.narrowed'),
      value: (row) => narrowed(row, t),
    },
    { key: 'fileName', title: t('bank_downloads.of_file'), value: (row) => row.fileName, startsHidden: true },
    {
      key: 'feeMinor',
      title: t('bank_files.fee'),
      kind: 'money',
      value: (row) => row.feeMinor,
      startsHidden: true,
    },
    {
      key: 'bookedMinor',
      title: t('bank_files.in_books'),
      kind: 'money',
      value: (row) => row.bookedMinor,
      startsHidden: true,
    },
    {
      key: 'bytes',
      title: t('bank_downloads.size'),
      value: (row) => row.bytes !== null && fileSize(row.bytes),
      startsHidden: true,
    },
    {
      key: 'checkedAt',
      title: t('bank_downloads.checked_at'),
      kind: 'instant',
      value: (row) => row.checkedAt,
      startsHidden: true,
    },
  ];
}

export function BankDownloadHistory() {
  const t = useTexts('payments');
  const go = useGo();
  const { instant } = useFormats();
  const people = useAnswer(listBankDownloads, { query: { limit: 1 } }).data?.people ?? [];
  /** The reading of its bytes can change its state. */
  const again = async ({ id, name }: BankDownload) => {
    await startDownload(downloadBankReportAgain, { params: { id } }, name);
    await signalChange('changed');
  };
  const actions = (row: BankDownload) =>
    isWhole(row.state)
      ? [
          {
            label: t('bank_downloads.again'),
            run: () => void again(row),
          },
          ...(row.previousId
            ? [
                {
                  label: t('bank_downloads.compare_previous'),
                  run: () => go(COMPARE, { page: 1, before: row.previousId ?? '', after: row.id }),
                },
              ]
            : []),
        ]
      : [];
  const compare = (_ids: readonly string[], { rows }: { rows: readonly BankDownload[] }) => {
    const [before, after, more] = rows
      .filter(({ state }) => isWhole(state))
      .sort((earlier, later) => earlier.madeAt.localeCompare(later.madeAt));
    if (before && after && !more) return go(COMPARE, { page: 1, before: before.id, after: after.id });
    toast('error', t('bank_downloads.choose_two'));
    return false;
  };
  return (
    <ListPage
      endpoint={listBankDownloads}
      exports={useExports(listBankDownloadsDownload, 'city-bank-history')}
      title={t('bank_downloads.title')}
      about={t('bank_downloads.about')}
      searchLabel={t('bank_downloads.search')}
      columns={useColumns()}
      tabs={{
        name: 'state',
        counts: ({ counts }: EndpointAnswer<typeof listBankDownloads>) => counts,
        items: DOWNLOAD_STATES.map((value) => ({ value, label: t(`bank_downloads.states.${value}`) })),
      }}
      filters={[
        {
          name: 'user',
          label: t('bank_downloads.made_by'),
          options: people.map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'from', label: t('history.from'), kind: 'day' },
        { name: 'to', label: t('history.to'), kind: 'day' },
      ]}
      // Files of one day have the same name.
      nameOf={(row) => `${row.name}, ${instant(row.madeAt)}`}
      bulk={[{ label: t('bank_downloads.compare'), run: compare }]}
      actions={actions}
      empty={{ title: t('bank_downloads.empty'), text: t('bank_downloads.empty_help') }}
    />
  );
}
