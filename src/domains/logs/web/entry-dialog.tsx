/** One entry: who, when, from which address, and each field before and after, in words. */
import { Button } from '@mantine/core';
import { useProgramName } from '#domains/roles/web/role-name.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { Facts, RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { type Change, changesOf, listDifference } from '../changes.rules.ts';
import { getAuditEntry } from '../contract.ts';
import style from './logs.module.css';
import { useLogWords } from './use-log-words.ts';
import { useWritten } from './use-written.ts';

type Entry = EndpointAnswer<typeof getAuditEntry>;

/** Records that have a page of their own. */
const PAGES: Record<string, string> = {
  application: '/all-new-connections',
  'bill-run': '/bill-run',
  consumer: '/customer-management',
  import: '/bulk-upload',
  invoice: '/billing/invoice-list',
  meter: '/meter-list',
  payment: '/payment-history',
  refund: '/refund',
  tariff: '/configuration/billing',
  user: '/user/user-list',
};

type ChangeRowProps = { change: Change; entry: Entry; isNew: boolean };

function ChangeRow({ change, entry, isNew }: ChangeRowProps) {
  const t = useTexts('logs');
  const { fieldOf } = useLogWords();
  const written = useWritten(entry.names, entry.object);
  const { field, before, after } = change;
  const both = Array.isArray(before) && Array.isArray(after) ? listDifference(before, after) : undefined;
  const items = (key: 'added' | 'removed', list: unknown[]) =>
    list.length > 0 ? t(`entry.${key}`, { items: written(field, list) }) : '—';
  return (
    <tr>
      <th scope="row">{fieldOf(field)}</th>
      {isNew ? null : (
        <td className={style.before} data-label={t('entry.before')}>
          {both ? items('removed', both.before) : written(field, before)}
        </td>
      )}
      <td data-label={isNew ? undefined : t('entry.after')}>
        {both ? items('added', both.after) : written(field, after)}
      </td>
    </tr>
  );
}

function Changes({ entry }: { entry: Entry }) {
  const t = useTexts('logs');
  const changes = changesOf(entry.before, entry.after);
  // Of something new there is no before.
  const isNew = entry.before === null;
  if (changes.length === 0) return <p className={style.small}>{t('entry.no_fields')}</p>;
  return (
    <table className={style.changes}>
      <thead>
        <tr>
          <th scope="col">{t('entry.field')}</th>
          {isNew ? null : <th scope="col">{t('entry.before')}</th>}
          <th scope="col">{t(isNew ? 'entry.value' : 'entry.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <ChangeRow key={change.field} change={change} entry={entry} isNew={isNew} />
        ))}
      </tbody>
    </table>
  );
}

function Buttons({ entry }: { entry: Entry }) {
  const t = useTexts('logs');
  const go = useGo();
  const page = entry.objectName ? PAGES[entry.object] : undefined;
  return (
    <div className={style.buttons}>
      <Button
        variant="default"
        onClick={() => go('/audit-management', { page: 1, object: entry.object, objectId: entry.objectId })}
      >
        {t('audit.of_record_action')}
      </Button>
      {page ? (
        <Button variant="default" onClick={() => go(`${page}/${entry.objectId}`)}>
          {t('entry.go_to')}
        </Button>
      ) : null}
    </div>
  );
}

function Content({ entry }: { entry: Entry }) {
  const t = useTexts('logs');
  const { objectOf, roleOf } = useLogWords();
  const programName = useProgramName();
  const { instant, numberOrText } = useFormats();
  const { seal } = entry;
  const record = [objectOf(entry.object), entry.objectName && numberOrText(entry.objectName)];
  return (
    <>
      <Facts
        facts={[
          {
            label: t('entry.by'),
            value: entry.actorId ? entry.actorName : (programName(entry.role) ?? t('audit.system')),
          },
          { label: t('entry.role'), value: entry.actorId ? roleOf(entry.role) : null },
          { label: t('entry.at'), value: instant(entry.at) },
          { label: t('entry.ip'), value: entry.ip },
          { label: t('entry.record'), value: record.filter(Boolean).join(' ') },
          ...(entry.reason ? [{ label: t('entry.reason'), value: entry.reason }] : []),
          {
            label: t('entry.seal'),
            value: seal
              ? t('entry.sealed', { position: seal.position, when: instant(seal.sealedAt) })
              : t('entry.unsealed'),
          },
          { label: t('entry.request'), value: entry.requestId },
        ]}
      />
      <Changes entry={entry} />
      <Buttons entry={entry} />
    </>
  );
}

export function EntryDialog({ id, close }: { id: string; close: () => void }) {
  const t = useTexts('logs');
  const { actionOf } = useLogWords();
  const { data, error, refetch } = useAnswer(getAuditEntry, { params: { id } });
  return (
    <Dialog title={data ? actionOf(data.action) : t('audit.open')} close={close} size="lg">
      {data ? (
        <Content entry={data} />
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <RecordSkeleton />
      )}
    </Dialog>
  );
}
