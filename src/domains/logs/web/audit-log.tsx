import { lazy, Suspense } from 'react';
import { useProgramName } from '#domains/roles/web/role-name.ts';
import { SERVICES } from '#shared/endpoint.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type AuditEntry, listAudit, listAuditDownload } from '../contract.ts';
import { ChainState } from './chain-state.tsx';
import { OlderList } from './older-list.tsx';
import { useLogWords } from './use-log-words.ts';
import { withSeconds } from './with-seconds.rules.ts';

const EntryDialog = lazy(() => import('./entry-dialog.tsx').then((file) => ({ default: file.EntryDialog })));

const PATH = '/audit-management';
const FIELDS_SHOWN = 3;
const CARRIED = ['object'];

function useRecordName() {
  const { objectOf } = useLogWords();
  const { digits } = useFormats();
  return ({ object, objectName }: AuditEntry) =>
    // Names and other words of people keep their digits.
    [objectOf(object), objectName?.replace(/^\d[\d-]*/, digits)].filter(Boolean).join(' ');
}

function useAuditColumns(): Column<AuditEntry>[] {
  const t = useTexts('logs');
  const { digits, shortInstant } = useFormats();
  const { actionOf, fieldOf, roleOf } = useLogWords();
  const programName = useProgramName();
  const recordName = useRecordName();
  const query = useUrlQuery();
  const fields = ({ changed }: AuditEntry) => {
    const isOver = changed.length > FIELDS_SHOWN + 1;
    const shown = changed.slice(0, isOver ? FIELDS_SHOWN : undefined).map(fieldOf);
    const more = changed.length - shown.length;
    if (isOver) shown.push(t('audit.more_fields', { count: more }));
    return shown.join(', ') || null;
  };
  return [
    {
      key: 'what',
      fields: ['action'],
      title: t('audit.what'),
      value: (row) => actionOf(row.action),
      to: (row) => ({ path: PATH, query: { ...query, entry: row.id } }),
      isShort: true,
    },
    {
      key: 'when',
      fields: ['at'],
      title: t('audit.when'),
      value: (row) => withSeconds(shortInstant(row.at), row.at, digits),
      onCard: true,
    },
    {
      key: 'who',
      fields: ['actorName', 'role'],
      title: t('audit.who'),
      value: (row) =>
        row.actorId === null
          ? (programName(row.role) ?? t('audit.system'))
          : [row.actorName, roleOf(row.role)].filter(Boolean).join(' · '),
      onCard: true,
      isShort: true,
    },
    {
      key: 'record',
      fields: ['object', 'objectName'],
      title: t('audit.record'),
      value: (row) => recordName(row),
      onCard: true,
      isShort: true,
    },
    { key: 'changes', title: t('audit.fields'), value: fields, isShort: true },
    { key: 'ip', title: t('audit.ip'), value: (row) => row.ip },
  ];
}

function useAuditFilters() {
  const t = useTexts('logs');
  const { objects } = useLogWords();
  return [
    {
      name: 'object',
      label: t('audit.record'),
      options: objects,
    },
    {
      name: 'service',
      label: t('audit.service'),
      options: SERVICES.map((value) => ({ value, label: t(`services.${value}`) })),
    },
    { name: 'from', label: t('from'), kind: 'day' as const },
    { name: 'to', label: t('to'), kind: 'day' as const },
  ];
}

export function AuditLog() {
  const t = useTexts('logs');
  const go = useGo();
  const query = useUrlQuery();
  const allColumns = useAuditColumns();
  const allFilters = useAuditFilters();
  const recordName = useRecordName();
  const { actionOf, objectOf } = useLogWords();
  // Of one record both are known.
  const columns = query.objectId ? allColumns.filter(({ key }) => key !== 'record') : allColumns;
  const filters = query.objectId ? allFilters.filter(({ name }) => name !== 'object') : allFilters;
  const pinned = [
    {
      name: 'objectId',
      text: (_id: string, first: AuditEntry | undefined) =>
        t('audit.of_record', {
          record: first ? recordName(first) : objectOf(query.object ?? 'record'),
        }),
    },
    {
      name: 'actorId',
      text: (_id: string, first: AuditEntry | undefined) =>
        t('audit.of_person', { name: first?.actorName ?? '—' }),
    },
    { name: 'ip', text: (ip: string) => t('audit.of_ip', { ip }) },
  ];
  const actions = (row: AuditEntry) => [
    { label: t('audit.open'), run: () => go(PATH, { ...query, entry: row.id }) },
    {
      label: t('audit.of_record_action'),
      run: () => go(PATH, { page: 1, object: row.object, objectId: row.objectId }),
    },
    ...(row.actorId
      ? [
          {
            label: t('audit.of_person_action'),
            run: () => go(PATH, { page: 1, actorId: row.actorId }),
          },
        ]
      : []),
  ];
  return (
    <>
      <OlderList
        endpoint={listAudit}
        title={t('audit.title')}
        about={t('audit.about')}
        searchLabel={t('audit.search')}
        nameOf={(row) => actionOf(row.action)}
        exports={useExports(listAuditDownload, 'audit-log')}
        empty={{ title: t('audit.empty'), text: t('audit.empty_help') }}
        carried={query.objectId ? CARRIED : []}
        {...{ columns, filters, pinned, actions }}
      >
        <ChainState />
      </OlderList>
      <Suspense>
        {query.entry ? (
          <EntryDialog
            id={query.entry}
            close={() => go(PATH, { ...query, entry: undefined }, { replace: true })}
          />
        ) : null}
      </Suspense>
    </>
  );
}
