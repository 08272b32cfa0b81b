/** The rows of a file with their verdicts; what is refused or flagged says why. */
import { usePathParam, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { type ImportRow, listImportRows, VERDICTS } from '../../imports/contract.ts';
import type { Flag, Reading } from '../../readings/contract.ts';
import style from '../meters.module.css';
import { useConsumerName, useWhy } from '../words.tsx';

const TONES: Record<ImportRow['verdict'], Tone> = { GOOD: 'green', FLAGGED: 'amber', REFUSED: 'red' };

function Reason({ row }: { row: ImportRow }) {
  const t = useTexts('meters');
  const why = useWhy();
  if (row.reason) return <div className={style.reason}>{t(`reasons.${row.reason}`)}</div>;
  if (row.registerLitres === null || row.readOn === null) return null;
  const found = {
    ...row,
    registerLitres: row.registerLitres,
    readOn: row.readOn,
    expectedFrom: row.expectedFrom as Reading['expectedFrom'],
  };
  return <div className={style.reason}>{row.flags.map((flag) => why(found, flag as Flag)).join(' ')}</div>;
}

type VerdictRowsProps = {
  counts: Record<ImportRow['verdict'], number>;
  reasons: readonly { reason: string; rows: number }[];
};

export function VerdictRows({ counts, reasons }: VerdictRowsProps) {
  const t = useTexts('meters');
  const { number, digits } = useFormats();
  const consumer = useConsumerName();
  const id = usePathParam();
  const { verdict } = useUrlQuery();
  const columns: Column<ImportRow>[] = [
    {
      key: 'meter',
      title: t('meter'),
      value: (row) => (
        <>
          <span className={style.unbroken}>{digits(row.meter ?? '—')}</span>
          <div className={style.quiet}>{consumer(row)}</div>
        </>
      ),
    },
    { key: 'row', title: t('bulk.row'), kind: 'number', value: (row) => row.rowNo, sort: 'rowNo' },
    { key: 'month', title: t('month'), kind: 'month', value: (row) => row.period ?? row.month },
    {
      key: 'register',
      title: t('register'),
      kind: 'volume',
      onCard: true,
      value: (row) => row.registerLitres ?? row.register,
    },
    {
      key: 'used',
      title: t('used'),
      kind: 'volume',
      value: (row) => row.consumptionLitres,
      sort: 'consumption',
    },
    {
      key: 'state',
      title: t('bulk.verdict'),
      value: (row) => <StateChip tone={TONES[row.verdict]}>{t(`bulk.verdicts.${row.verdict}`)}</StateChip>,
    },
    { key: 'reason', title: t('bulk.reason'), value: (row) => <Reason row={row} />, onCard: true },
  ];
  const filters =
    verdict === 'REFUSED'
      ? [
          {
            name: 'reason',
            label: t('bulk.reason'),
            options: reasons.map(({ reason, rows }) => ({
              value: reason,
              label: `${t(`reasons.${reason as NonNullable<ImportRow['reason']>}`)} (${number(rows)})`,
            })),
          },
        ]
      : [];
  return (
    <ListPage
      endpoint={listImportRows}
      params={{ id }}
      title={t('bulk.steps.verdicts')}
      isPart
      columns={columns}
      idOf={(row) => String(row.rowNo)}
      searchLabel={t('list.number')}
      tabs={{
        name: 'verdict',
        items: VERDICTS.map((value) => ({ value, label: t(`bulk.verdicts.${value}`), count: counts[value] })),
      }}
      filters={filters}
    />
  );
}
