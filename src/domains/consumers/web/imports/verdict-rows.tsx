/** The rows of a file with their verdicts; what is not taken says why, field by field. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import style from '#web/ui/import/import.module.css';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  FIELDS,
  type getImport,
  type ImportRow,
  listImportRows,
  VERDICTS,
  type Verdict,
} from '../../imports/contract.ts';

const TONES: Record<Verdict, Tone> = { READY: 'green', EXISTS: 'blue', DUPLICATE: 'amber', WRONG: 'red' };

const hasReason = (row: ImportRow) =>
  row.problems.length > 0 || row.sameRow !== null || row.consumerNumber !== null;

function Why({ row }: { row: ImportRow }) {
  const t = useTexts('consumers');
  const { digits } = useFormats();
  if (row.problems.length > 0) {
    return <div>{row.problems.map((problem) => t(`imports.problems.${problem}`)).join('; ')}</div>;
  }
  if (row.sameRow !== null) return <div>{t('imports.same_row', { row: row.sameRow })}</div>;
  if (!row.consumerId || !row.consumerNumber) return null;
  return (
    <div>
      <GoLink to={`/customer-management/${row.consumerId}`}>
        {t('imports.is_customer', { number: digits(row.consumerNumber) })}
      </GoLink>
      {row.differs ? <div className={style.quiet}>{t('imports.differs')}</div> : null}
    </div>
  );
}

function Person({ row }: { row: ImportRow }) {
  const { digits } = useFormats();
  const { name, nameBn, ...rest } = row.raw;
  const others = FIELDS.filter((field) => field !== 'name' && field !== 'nameBn').flatMap((field) => {
    const text = rest[field as keyof typeof rest];
    return text ? [digits(text)] : [];
  });
  return (
    <>
      <div>{[name, nameBn].filter(Boolean).join(' · ') || '—'}</div>
      <div className={style.quiet}>{others.join(' · ')}</div>
    </>
  );
}

export function VerdictRows({ found }: { found: EndpointAnswer<typeof getImport> }) {
  const t = useTexts('consumers');
  const { number } = useFormats();
  const { verdict } = useUrlQuery();
  const counts: Record<Verdict, number> = {
    READY: found.rowsReady,
    EXISTS: found.rowsExisting,
    DUPLICATE: found.rowsDuplicate,
    WRONG: found.rowsWrong,
  };
  const columns: Column<ImportRow>[] = [
    { key: 'person', title: t('imports.person'), value: (row) => <Person row={row} /> },
    {
      key: 'rowNo',
      title: t('imports.row'),
      kind: 'number',
      value: (row) => row.rowNo,
      sort: 'rowNo',
      onCard: true,
    },
    {
      key: 'verdict',
      title: t('imports.verdict'),
      value: (row) => <StateChip tone={TONES[row.verdict]}>{t(`imports.verdicts.${row.verdict}`)}</StateChip>,
    },
    {
      key: 'why',
      title: t('imports.why'),
      value: (row) => (hasReason(row) ? <Why row={row} /> : null),
      onCard: true,
    },
  ];
  const filters =
    verdict === 'WRONG'
      ? [
          {
            name: 'problem',
            label: t('imports.problem'),
            options: found.problems.map(({ problem, rows }) => ({
              value: problem,
              label: `${t(`imports.problems.${problem}`)} (${number(rows)})`,
            })),
          },
        ]
      : [];
  return (
    <ListPage
      endpoint={listImportRows}
      params={{ id: found.id }}
      title={t('imports.steps.verdicts')}
      isPart
      columns={columns}
      idOf={(row) => String(row.rowNo)}
      nameOf={(row) => row.raw.name ?? row.raw.nameBn ?? String(row.rowNo)}
      searchLabel={t('imports.search_row')}
      tabs={{
        name: 'verdict',
        items: VERDICTS.map((value) => ({
          value,
          label: t(`imports.verdicts.${value}`),
          count: counts[value],
        })),
      }}
      filters={filters}
    />
  );
}
