import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { listRoles } from '#domains/roles/contract.ts';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAction } from '#web/actions.ts';
import { useAnswer } from '#web/answers.ts';
import { confirm } from '#web/confirm.ts';
import { useMay } from '#web/session.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import type { Choice } from '#web/ui/form/choice-fields.tsx';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { useFormats } from '#web/use-formats.ts';
import { deleteUser, listUsers, sendPasswordLink, type User } from '../users/contract.ts';
import { UserDialog } from './user-dialog.tsx';

/** The roles of staff, by code. */
function useRoleChoices(): Choice[] {
  const roleName = useRoleName();
  const roles = useAnswer(listRoles, { query: { limit: 200, status: 'active' } });
  return (roles.data?.items ?? [])
    .filter((role) => role.code !== 'consumer')
    .map((role) => ({ value: role.code, label: roleName(role.code, role.name) }));
}

function UserState({ user }: { user: User }) {
  const t = useTexts('identity');
  if (user.status === 'disabled') return <StateChip tone="grey">{t('users.disabled')}</StateChip>;
  if (!user.hasPassword) return <StateChip tone="amber">{t('users.invited')}</StateChip>;
  return <StateChip tone="green">{t('users.active')}</StateChip>;
}

function useUserColumns(): Column<User>[] {
  const t = useTexts('identity');
  const roleName = useRoleName();
  const { digits } = useFormats();
  return [
    { key: 'name', title: t('users.name'), value: (row) => row.name, sort: 'name' },
    { key: 'role', title: t('users.role'), value: (row) => roleName(row.role, row.roleName), sort: 'role' },
    { key: 'email', title: t('users.email'), value: (row) => row.email },
    { key: 'phone', title: t('users.phone'), value: (row) => row.phone && digits(row.phone) },
    { key: 'status', title: t('users.status'), value: (row) => <UserState user={row} /> },
    {
      key: 'lastLoginAt',
      title: t('users.last_login'),
      kind: 'instant',
      value: (row) => row.lastLoginAt,
      sort: 'lastLoginAt',
    },
  ];
}

export function UserList() {
  const t = useTexts('identity');
  const common = useTexts('common');
  const canEdit = useMay()('users:edit');
  const roles = useRoleChoices();
  const [edited, setEdited] = useState<User | 'new' | null>(null);
  const columns = useUserColumns();
  const remove = useAction(deleteUser, { onDone: () => toast('success', t('users.deleted')) });
  const send = useAction(sendPasswordLink, { onDone: () => toast('success', t('users.link_sent')) });
  const actions = (row: User) =>
    canEdit
      ? [
          { label: common('actions.edit'), run: () => setEdited(row) },
          { label: t('users.send_link'), run: () => send.run({ body: { id: row.id } }) },
          {
            label: common('actions.delete'),
            danger: true,
            reason: row.lastLoginAt ? t('users.has_history') : undefined,
            run: async () => (await confirm('delete', row.name)) && remove.run({ params: { id: row.id } }),
          },
        ]
      : [];
  const states = [
    { value: 'active', label: t('users.active') },
    { value: 'disabled', label: t('users.disabled') },
  ];
  return (
    <>
      <ListPage
        endpoint={listUsers}
        title={t('users.title')}
        about={t('users.about')}
        searchLabel={t('users.search')}
        columns={columns}
        filters={[
          { name: 'role', label: t('users.role'), options: roles },
          { name: 'status', label: t('users.status'), options: states },
        ]}
        actions={actions}
        primary={
          canEdit ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
              {t('users.add')}
            </Button>
          ) : null
        }
      />
      {edited ? (
        <UserDialog user={edited === 'new' ? null : edited} roles={roles} close={() => setEdited(null)} />
      ) : null}
    </>
  );
}
