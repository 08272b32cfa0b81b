/** Columns of the lists of applications; each list takes those of its stage (screens: "own columns"). */

import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationItem } from '../../contract.ts';
import { Clock } from '../clock.tsx';
import { StateOf } from '../words.tsx';
import style from './lists.module.css';

type Row = ApplicationItem;
/** To whom it was told that a step runs late, by the level. */
export const ESCALATION = ['doing', 'assigning', 'admins'] as const;
type NamedColumn = Omit<Column<Row>, 'key' | 'title'>;

export const recordPath = (row: { id: string }) => ({ path: `/all-new-connections/${row.id}` });

/** A name that breaks between its words only. */
export function Words({ text }: { text: string }) {
  return <span className={style.words}>{text}</span>;
}

/** A number that stays on one line. */
export function Whole({ text }: { text: string }) {
  return <span className={style.whole}>{useFormats().digits(text)}</span>;
}

/** Whether papers are missing, and the NoC if one came on paper. */
function Papers({ row }: { row: Row }) {
  const t = useTexts('applications');
  return (
    <span className={style.two}>
      {row.missingDocuments > 0 ? (
        <StateChip tone="amber">{t('lists.missing_count', { count: row.missingDocuments })}</StateChip>
      ) : (
        <StateChip tone="green">{t('lists.complete')}</StateChip>
      )}
      {row.nocNumber ? <Soft text={row.nocNumber} /> : null}
    </span>
  );
}

function Soft({ text }: { text: string }) {
  return <span className={style.soft}>{useFormats().digits(text)}</span>;
}

/** The reserved meter and its size; that of the connection is beside it if it is another one. */
function Meter({ row }: { row: Row }) {
  const t = useTexts('applications');
  if (!row.meterNumber) return '—';
  return (
    <span className={style.two}>
      <Whole text={row.meterNumber} />
      {row.meterSizeMm ? <Soft text={t('words.mm', { count: row.meterSizeMm })} /> : null}
      {row.meterSizeMm && row.pipeSizeMm && row.meterSizeMm !== row.pipeSizeMm ? (
        <Soft text={t('lists.asked_size', { count: row.pipeSizeMm })} />
      ) : null}
    </span>
  );
}

/** The demand note and the day on which it was issued. */
function Note({ row }: { row: Row }) {
  const { shortDay } = useFormats();
  if (!row.demandNoteNumber) return '—';
  return (
    <span className={style.two}>
      <Whole text={row.demandNoteNumber} />
      {row.issuedOn ? <Soft text={shortDay(row.issuedOn)} /> : null}
    </span>
  );
}

function SurveyState({ row }: { row: Row }) {
  const t = useTexts('applications');
  const tone = {
    NONE: 'grey',
    DRAFT: 'blue',
    RETURNED: 'red',
    SUBMITTED: 'amber',
    APPROVED: 'green',
    REVISED: 'grey',
  } as const;
  const state = row.surveyState ?? 'NONE';
  return <StateChip tone={tone[state]}>{t(`survey_states.${state}`)}</StateChip>;
}

function Expiry({ row }: { row: Row }) {
  const t = useTexts('applications');
  const { shortDay } = useFormats();
  if (!row.expiresOn) return '—';
  const late = row.expiresOn < today();
  return late ? (
    <StateChip tone="red">{t('lists.over', { day: shortDay(row.expiresOn) })}</StateChip>
  ) : (
    shortDay(row.expiresOn)
  );
}

/** The state's clock; if no column shows the state, it shows a hold. */
function InState({ row, isStated = false }: { row: Row; isStated?: boolean }) {
  const held = row.overlay && !isStated ? { held: <StateOf row={row} /> } : {};
  return <Clock since={row.stateSince} dueAt={row.dueAt} overdue={row.overdue} {...held} />;
}

const MONEY: readonly string[] = ['note', 'total', 'paid', 'due', 'receipt'];

/** All columns by name; a list picks and orders them. */
export function useApplicationColumns() {
  const may = useMay();
  const t = useTexts('applications');
  const roleName = useRoleName();
  const place = usePlace();
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const columns = {
    number: {
      value: (row) => <Whole text={row.number ?? t('states.DRAFT')} />,
      sort: 'number',
      to: recordPath,
    },
    applicant: {
      fields: ['applicantName'],
      value: (row) => nameIn(row.applicantName, row.applicantNameBn),
      sort: 'applicantName',
      onCard: true,
    },
    phone: { fields: ['applicantPhone'], value: (row) => <Whole text={row.applicantPhone} /> },
    place: {
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      value: place,
      sort: 'sectorNumber',
    },
    size: {
      fields: ['pipeSizeMm'],
      value: (row) => row.pipeSizeMm && t('words.mm', { count: row.pipeSizeMm }),
      onCard: false,
    },
    submitted: { fields: ['submittedAt'], kind: 'day', value: (row) => row.submittedAt, sort: 'submittedAt' },
    state: { value: (row) => <StateOf row={row} />, sort: 'state' },
    since: {
      fields: ['stateSince', 'dueAt'],
      value: (row) => <InState row={row} />,
      sort: 'dueAt',
      onCard: true,
    },
    assignee: {
      fields: ['assigneeName'],
      value: (row) => row.assigneeName && <Words text={row.assigneeName} />,
    },
    escalation: {
      fields: ['escalation'],
      value: (row) => {
        const level = ESCALATION[row.escalation - 1];
        return level && t(`escalation.${level}`);
      },
      onCard: false,
    },
    source: { fields: ['source'], value: (row) => t(`sources.${row.source}`), onCard: false },
    documents: { fields: ['missingDocuments'], value: (row) => <Papers row={row} /> },
    noc: { fields: ['nocNumber'], value: (row) => row.nocNumber && <Whole text={row.nocNumber} /> },
    desk: {
      fields: ['deskRole'],
      value: (row) => row.deskRole && <Words text={roleName(row.deskRole, row.deskRole)} />,
    },
    customer: {
      fields: ['customerNumber'],
      value: (row) => row.customerNumber && <Whole text={row.customerNumber} />,
    },
    meter: { fields: ['meterNumber'], value: (row) => <Meter row={row} /> },
    dma: { fields: ['dmaNumber'], value: (row) => row.dmaNumber && <Whole text={row.dmaNumber} /> },
    survey: { fields: ['surveyState'], value: (row) => <SurveyState row={row} /> },
    note: { fields: ['demandNoteNumber'], value: (row) => <Note row={row} />, sort: 'issuedOn' },
    total: { fields: ['totalMinor'], kind: 'money', value: (row) => row.totalMinor, sort: 'totalMinor' },
    paid: { fields: ['paidMinor'], kind: 'money', value: (row) => row.paidMinor, onCard: false },
    due: {
      fields: ['totalMinor', 'paidMinor'],
      kind: 'money',
      value: (row) => row.totalMinor && row.totalMinor - (row.paidMinor ?? 0),
      onCard: true,
    },
    receipt: {
      fields: ['receiptNumber'],
      value: (row) =>
        row.receiptId && row.receiptNumber ? (
          <GoLink to={`/payment-history/${row.receiptId}`}>
            <Whole text={row.receiptNumber} />
          </GoLink>
        ) : null,
      onCard: false,
    },
    visit: { fields: ['visitOn'], kind: 'day', value: (row) => row.visitOn, sort: 'visitOn', onCard: true },
    visited: { fields: ['visitedOn'], kind: 'day', value: (row) => row.visitedOn },
    distance: {
      fields: ['distanceM'],
      value: (row) => row.distanceM && t('words.metres', { count: digits(row.distanceM) }),
    },
    road: { fields: ['roadType'], value: (row) => row.roadType },
    surveyType: {
      fields: ['surveyType'],
      value: (row) => row.surveyType && t(`survey.types.${row.surveyType}`),
    },
    plumber: { fields: ['plumberName'], value: (row) => row.plumberName && <Words text={row.plumberName} /> },
    installed: { fields: ['installedOn'], kind: 'day', value: (row) => row.installedOn },
    opening: { fields: ['openingLitres'], kind: 'volume', value: (row) => row.openingLitres },
    seal: { fields: ['sealNumber'], value: (row) => row.sealNumber && <Whole text={row.sealNumber} /> },
    ended: { fields: ['closedReason'], value: (row) => row.closedReason },
    expires: { fields: ['expiresOn'], value: (row) => <Expiry row={row} />, sort: 'expiresOn', onCard: true },
  } satisfies Record<string, NamedColumn>;
  /** @param isVisit who goes there needs the plot and the day first */
  const made = (key: keyof typeof columns, isStated: boolean, isVisit = false): Column<Row> => ({
    key,
    title: t(`columns.${key}`),
    ...columns[key],
    ...(key === 'place' && isVisit ? { onCard: true } : {}),
    ...(key === 'since' && isStated ? { value: (row: Row) => <InState row={row} isStated /> } : {}),
  });
  // Null in each row for who may not see demand notes.
  const isOpen = (key: keyof typeof columns) => may('demand-notes:view') || !MONEY.includes(key);
  /** @param more columns that somebody has to choose before they show */
  return (
    keys: readonly (keyof typeof columns)[],
    more: readonly (keyof typeof columns)[] = [],
  ): Column<Row>[] => [
    ...keys.filter(isOpen).map((key) => made(key, keys.includes('state'), keys.includes('visit'))),
    ...more
      .filter(isOpen)
      .map((key): Column<Row> => ({ ...made(key, false), startsHidden: true, onCard: false })),
  ];
}
export type ColumnKey = Parameters<ReturnType<typeof useApplicationColumns>>[0][number];
