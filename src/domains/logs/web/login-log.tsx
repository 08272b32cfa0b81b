import { useMemo } from 'react';
import { deviceName } from '#domains/identity/web/profile/device-name.rules.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useNames } from '#web/texts/domain-words.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { LOGIN_ACTIONS, type LoginEntry, listLogins, listLoginsDownload } from '../contract.ts';
import { LOGIN_REASON_WORDS, LOGIN_WORDS } from '../login-words.rules.ts';
import { OlderList } from './older-list.tsx';
import { withSeconds } from './with-seconds.rules.ts';

function usePerson() {
  const t = useTexts('logs');
  return (row: LoginEntry) => row.name ?? (row.login || t('logins.unknown'));
}

function useLoginColumns(): Column<LoginEntry>[] {
  const t = useTexts('logs');
  const { digits, shortInstant } = useFormats();
  const name = useNames();
  const person = usePerson();
  const method = (row: LoginEntry) =>
    row.method === 'code' || row.method === 'recovery' || row.method === 'provider'
      ? t(`methods.${row.method}`)
      : null;
  return [
    {
      key: 'who',
      fields: ['name', 'login', 'role'],
      title: t('logins.who'),
      value: (row) =>
        [person(row), row.name && row.login ? t('logins.typed', { login: row.login }) : row.role]
          .filter(Boolean)
          .join(' · '),
    },
    {
      key: 'when',
      fields: ['at'],
      title: t('logins.when'),
      value: (row) => withSeconds(shortInstant(row.at), row.at, digits),
      onCard: true,
    },
    {
      key: 'action',
      title: t('logins.action'),
      value: (row) => name(LOGIN_WORDS[row.action] ?? [row.action, row.action]),
    },
    {
      key: 'state',
      fields: ['succeeded', 'reason'],
      title: t('logins.result'),
      value: (row) => (
        <StateChip tone={row.succeeded ? 'green' : 'red'}>
          {t(row.succeeded ? 'logins.succeeded' : 'logins.refused')}
        </StateChip>
      ),
    },
    {
      key: 'why',
      fields: ['reason'],
      title: t('logins.how'),
      value: (row) =>
        row.reason ? name(LOGIN_REASON_WORDS[row.reason] ?? [row.reason, row.reason]) : method(row),
    },
    { key: 'ip', title: t('logins.ip'), value: (row) => row.ip, onCard: true },
    {
      key: 'device',
      title: t('logins.device'),
      value: (row) => deviceName(row.device).name || t('logins.unknown_device'),
    },
  ];
}

export function LoginLog() {
  const t = useTexts('logs');
  const name = useNames();
  const go = useGo();
  const person = usePerson();
  const columns = useLoginColumns();
  const filters = useMemo(
    () => [
      {
        name: 'result',
        label: t('logins.result'),
        options: (['succeeded', 'refused'] as const).map((value) => ({ value, label: t(`logins.${value}`) })),
      },
      {
        name: 'action',
        label: t('logins.action'),
        options: LOGIN_ACTIONS.map((value) => ({ value, label: name(LOGIN_WORDS[value] ?? [value, value]) })),
      },
      { name: 'from', label: t('from'), kind: 'day' as const },
      { name: 'to', label: t('to'), kind: 'day' as const },
    ],
    [t, name],
  );
  const pinned = useMemo(
    () => [
      {
        name: 'userId',
        text: (_id: string, first: LoginEntry | undefined) =>
          t('logins.of_person', { name: first?.name ?? t('logins.unknown') }),
      },
      { name: 'ip', text: (ip: string) => t('logins.of_ip', { ip }) },
    ],
    [t],
  );
  const actions = ({ userId, ip }: LoginEntry) => [
    ...(userId
      ? [
          { label: t('logins.of_person_action'), run: () => go('/login-logout', { page: 1, userId }) },
          { label: t('logins.changes'), run: () => go('/audit-management', { page: 1, actorId: userId }) },
        ]
      : []),
    ...(ip ? [{ label: t('logins.of_ip_action'), run: () => go('/login-logout', { page: 1, ip }) }] : []),
  ];
  return (
    <OlderList
      endpoint={listLogins}
      title={t('logins.title')}
      about={t('logins.about')}
      searchLabel={t('logins.search')}
      nameOf={person}
      exports={useExports(listLoginsDownload, 'login-log')}
      empty={{ title: t('logins.empty'), text: t('logins.empty_help') }}
      {...{ columns, filters, pinned, actions }}
    />
  );
}
