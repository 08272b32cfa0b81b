/** How two kept files of the bank report differ, order by order. */
import { NativeSelect } from '@mantine/core';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { changedQuery } from '#web/ui/list/list-state.ts';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { BankClass, RowStatus } from '../../../bank-files/bank-file.rules.ts';
import {
  type BankDownload,
  compareBankDownloads,
  compareBankDownloadsDownload,
  type OrderDifference,
} from '../../../bank-files/downloads/contract.ts';
import { ORDER_CHANGES, type OrderChange } from '../../../bank-files/downloads/download.rules.ts';
import style from '../bank-files.module.css';
import { COMPARE, narrowed } from './narrowed.ts';

const TONES: Record<OrderChange, Tone> = { ADDED: 'green', GONE: 'red', CHANGED: 'amber' };
type Answer = EndpointAnswer<typeof compareBankDownloads>;

function useColumns(): Column<OrderDifference>[] {
  const t = useTexts('payments');
  const classes = (found: readonly BankClass[]) =>
    found.map((name) => t(`bank_files.classes.${name}`)).join(', ') || null;
  const statuses = (found: readonly RowStatus[]) =>
    found.map((name) => t(`bank_files.statuses.${name}`)).join(', ') || null;
  const before = (name: string) => t('bank_downloads.before_of', { name });
  const now = (name: string) => t('bank_downloads.now_of', { name });
  return [
    {
      key: 'order',
      fields: ['orderId', 'reference'],
      title: t('bank_files.order'),
      value: (row) => row.orderId ?? row.reference,
    },
    {
      key: 'state',
      fields: ['change'],
      title: t('bank_downloads.difference'),
      value: (row) => (
        <StateChip tone={TONES[row.change]}>{t(`bank_downloads.changes.${row.change}`)}</StateChip>
      ),
    },
    {
      key: 'beforeAmountMinor',
      title: before(t('bank_files.at_bank')),
      kind: 'money',
      value: (row) => row.beforeAmountMinor,
      onCard: true,
    },
    {
      key: 'afterAmountMinor',
      title: now(t('bank_files.at_bank')),
      kind: 'money',
      value: (row) => row.afterAmountMinor,
      onCard: true,
    },
    {
      key: 'beforeClasses',
      title: before(t('bank_files.class')),
      value: (row) => classes(row.beforeClasses),
      onCard: true,
    },
    {
      key: 'afterClasses',
      title: now(t('bank_files.class')),
      value: (row) => classes(row.afterClasses),
      onCard: true,
    },
    {
      key: 'beforeStatuses',
      title: before(t('bank_files.status')),
      value: (row) => statuses(row.beforeStatuses),
    },
    { key: 'afterStatuses', title: now(t('bank_files.status')), value: (row) => statuses(row.afterStatuses) },
    {
      key: 'beforeFeeMinor',
      title: before(t('bank_files.fee')),
      kind: 'money',
      value: (row) => row.beforeFeeMinor,
    },
    {
      key: 'afterFeeMinor',
      title: now(t('bank_files.fee')),
      kind: 'money',
      value: (row) => row.afterFeeMinor,
    },
    {
      key: 'beforeBookedMinor',
      title: before(t('bank_files.in_books')),
      kind: 'money',
      value: (row) => row.beforeBookedMinor,
      startsHidden: true,
    },
    {
      key: 'afterBookedMinor',
      title: now(t('bank_files.in_books')),
      kind: 'money',
      value: (row) => row.afterBookedMinor,
      startsHidden: true,
    },
  ];
}

/** Two files with other filters differ by that alone. */
const narrowing = ({ class: of, status, source, search }: BankDownload) =>
  JSON.stringify([of, status, source, search]);

const NAMES = { before: 'bank_downloads.first_file', after: 'bank_downloads.second_file' } as const;

type SidesProps = {
  sides: readonly (readonly [keyof typeof NAMES, BankDownload | null | undefined])[];
  files: readonly BankDownload[];
};

/** Which two files. */
function Choices({ sides, files }: SidesProps) {
  const t = useTexts('payments');
  const { instant } = useFormats();
  const go = useGo();
  const query = useUrlQuery();
  const chosen = Object.fromEntries(sides.map(([side, file]) => [side, file?.id]));
  const labelOf = (file: BankDownload) =>
    `${instant(file.madeAt)} · ${file.format.toUpperCase()} · ${file.madeBy}`;
  return sides.map(([side, file]) => {
    // It may be older than those to choose from.
    const options = file && !files.some(({ id }) => id === file.id) ? [...files, file] : files;
    return (
      <NativeSelect
        key={side}
        className={style.choiceOfFile}
        data-never-empty
        size="sm"
        aria-label={t(NAMES[side])}
        data={[
          ...(file ? [] : [{ value: '', label: t('bank_downloads.choose_file') }]),
          ...options.map((option) => ({ value: option.id, label: labelOf(option) })),
        ]}
        value={file?.id ?? ''}
        onChange={({ currentTarget: { value } }) =>
          void go(COMPARE, changedQuery(query, { ...chosen, [side]: value }))
        }
      />
    );
  });
}

/** What tells each of them apart. */
function Sides({ sides }: Pick<SidesProps, 'sides'>) {
  const t = useTexts('payments');
  const { money } = useFormats();
  return (
    <p className={style.sides}>
      {sides.map(([side, file]) =>
        file ? (
          <span key={side}>
            <b>{t(NAMES[side])}:</b>{' '}
            {t('bank_downloads.side', {
              ...{ count: file.rows ?? 0, taka: money(file.amountMinor ?? 0) },
              what: narrowed(file, t) ?? t('bank_downloads.whole'),
            })}
          </span>
        ) : null,
      )}
    </p>
  );
}

export function BankDownloadDifference() {
  const t = useTexts('payments');
  const { before: first, after: second } = useUrlQuery();
  const named = { ...(first ? { before: first } : {}), ...(second ? { after: second } : {}) };
  const { data } = useAnswer(compareBankDownloads, { query: { limit: 1, ...named } });
  const { before, after, files = [] } = data ?? {};
  const isAlone = data !== undefined && !(before && after);
  const sides = [
    ['before', before],
    ['after', after],
  ] as const;
  const isNarrowed = before && after && narrowing(before) !== narrowing(after);
  const about = isAlone
    ? 'bank_downloads.compare_nothing'
    : isNarrowed
      ? 'bank_downloads.narrowed_differently'
      : 'bank_downloads.compare_about';
  return (
    <ListPage
      endpoint={compareBankDownloads}
      exports={useExports(compareBankDownloadsDownload, 'city-bank-differences')}
      title={t('bank_downloads.compare_title')}
      about={t(about)}
      searchLabel={t('bank_downloads.search_order')}
      columns={useColumns()}
      // What was the newest file when the page was opened stays the file that is compared.
      fixed={{ ...named, ...(before ? { before: before.id } : {}), ...(after ? { after: after.id } : {}) }}
      tabs={{
        name: 'change',
        counts: ({ counts }: Answer) => counts,
        items: ORDER_CHANGES.map((value) => ({ value, label: t(`bank_downloads.changes.${value}`) })),
      }}
      besideSearch={files.length > 0 ? <Choices {...{ sides, files }} /> : null}
      nameOf={(row) => row.orderId ?? row.reference ?? ''}
      empty={
        isAlone
          ? { title: t('bank_downloads.alone'), text: t('bank_downloads.compare_nothing') }
          : { title: t('bank_downloads.same'), text: t('bank_downloads.same_help') }
      }
    >
      {before || after ? <Sides sides={sides} /> : null}
    </ListPage>
  );
}
