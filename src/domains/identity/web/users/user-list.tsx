import { Avatar, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { listRoles } from '#domains/roles/contract.ts';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Choice } from '#web/ui/form/choice.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listUsers, listUsersDownload, type User } from '../../users/contract.ts';
import { useUserActions } from './user-actions.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UserState } from './user-state.tsx';
import style from './users.module.css';

/** The roles of staff, by code. */
function useRoleChoices(): Choice[] {
  const roleName = useRoleName();
  const roles = useAnswer(listRoles, { query: { limit: 200 } });
  return (roles.data?.items ?? [])
    .filter((role) => role.code !== 'consumer')
    .map((role) => ({ value: role.code, label: roleName(role.code, role.name) }));
}

function useUserColumns(): Column<User>[] {
  const t = useTexts('identity');
  const roleName = useRoleName();
  const { digits } = useFormats();
  return [
    {
      key: 'name',
      title: t('users.name'),
      value: (row) => (
        <Group gap={10} wrap="nowrap">
          <Avatar src={row.imageLink} name={row.name} size={28} radius="50%" color="brand" alt="" />
          <span className={style.name}>{row.name}</span>
        </Group>
      ),
      sort: 'name',
      to: (row) => ({ path: `/user/user-list/${row.id}` }),
    },
    {
      key: 'role',
      fields: ['roleName'],
      title: t('users.role'),
      value: (row) => roleName(row.role, row.roleName),
      sort: 'role',
    },
    { key: 'email', title: t('users.email'), value: (row) => row.email },
    { key: 'phone', title: t('users.phone'), value: (row) => row.phone && digits(row.phone) },
    { key: 'status', title: t('users.status'), value: (row) => <UserState user={row} /> },
    {
      key: 'twoFactor',
      title: t('users.two_factor'),
      value: (row) => (row.twoFactor ? t('users.two_factor_on') : null),
    },
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
  const canEdit = useMay()('users:edit');
  const roles = useRoleChoices();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useUserColumns();
  const { actionsOf, opened, show } = useUserActions();
  const states = (['active', 'invited', 'disabled'] as const).map((value) => ({
    value,
    label: t(`users.${value}`),
  }));
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {t('users.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        endpoint={listUsers}
        title={t('users.title')}
        about={t('users.about')}
        searchLabel={t('users.search')}
        columns={columns}
        nameOf={(row) => row.name}
        filters={[
          { name: 'role', label: t('users.role'), options: roles },
          { name: 'status', label: t('users.status'), options: states },
        ]}
        actions={actionsOf}
        exports={useExports(listUsersDownload, 'users')}
        primary={canEdit ? add : null}
      />
      {isAdding ? <UserDialog user={null} close={() => setIsAdding(false)} /> : null}
      {opened ? (
        <RowDialog
          endpoint={listUsers}
          columns={columns}
          rows={[opened.user]}
          fits={({ status }) => opened.what !== 'deactivate' || status !== 'disabled'}
        >
          {show}
        </RowDialog>
      ) : null}
    </>
  );
}
