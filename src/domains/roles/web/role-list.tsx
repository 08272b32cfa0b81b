import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { deleteRole, listRoles, listRolesDownload, type Role } from '../contract.ts';
import { RoleDialog } from './role-dialog.tsx';
import { useRoleName, useRolePurpose } from './role-name.ts';
import style from './role-permission.module.css';

export function RoleList() {
  const t = useTexts('roles');
  const common = useTexts('common');
  const go = useGo();
  const may = useMay();
  const canEdit = may('roles:edit');
  const roleName = useRoleName();
  const purpose = useRolePurpose();
  const [dialog, setDialog] = useState<{ role?: Role; copyOf?: Role } | null>(null);
  const remove = useAction(deleteRole, { onDone: () => toast('success', t('list.deleted')) });
  const columns: Column<Role>[] = [
    {
      key: 'name',
      title: t('list.name'),
      value: (row) => roleName(row.code, row.name),
      sort: 'name',
      to: (row) => ({ path: '/role-permission', query: { role: row.id } }),
    },
    { key: 'description', title: t('list.description'), value: (row) => purpose(row.code, row.description) },
    {
      key: 'people',
      title: t('list.people'),
      kind: 'number',
      value: (row) => row.people,
      ...(may('users:view')
        ? {
            to: (row: Role) =>
              row.code === 'consumer'
                ? { path: '/customer-management', query: { page: 1 } }
                : { path: '/user/user-list', query: { page: 1, role: row.code } },
          }
        : {}),
    },
    {
      key: 'kind',
      fields: ['builtIn'],
      title: t('list.kind'),
      value: (row) => <span className={style.short}>{t(row.builtIn ? 'list.built_in' : 'list.own')}</span>,
    },
    {
      key: 'status',
      title: t('list.status'),
      value: (row) => (
        <StateChip tone={row.status === 'active' ? 'green' : 'grey'}>{t(`list.${row.status}`)}</StateChip>
      ),
    },
    {
      key: 'created',
      fields: ['createdAt'],
      title: t('list.created'),
      kind: 'instant',
      value: (row) => row.createdAt,
      sort: 'createdAt',
    },
  ];
  const actions = (row: Role) => [
    { label: t('list.permissions'), run: () => go('/role-permission', { role: row.id }) },
    ...(canEdit
      ? [
          { label: common('actions.edit'), run: () => setDialog({ role: row }) },
          { label: t('list.copy'), run: () => setDialog({ copyOf: row }) },
          {
            label: common('actions.delete'),
            danger: true,
            reason: row.builtIn
              ? t('list.built_in_reason')
              : row.people > 0
                ? t('list.used_reason', { count: row.people })
                : undefined,
            run: async () =>
              (await confirm('delete', roleName(row.code, row.name))) &&
              remove.run({ params: { id: row.id } }),
          },
        ]
      : []),
  ];
  const states = [
    { value: 'active', label: t('list.active') },
    { value: 'inactive', label: t('list.inactive') },
  ];
  return (
    <>
      <ListPage
        endpoint={listRoles}
        exports={useExports(listRolesDownload, 'roles')}
        title={t('list.title')}
        about={t('list.about')}
        searchLabel={t('list.search')}
        columns={columns}
        nameOf={(row) => roleName(row.code, row.name)}
        filters={[{ name: 'status', label: t('list.status'), options: states }]}
        actions={actions}
        primary={
          canEdit ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
              {t('list.add')}
            </Button>
          ) : null
        }
      />
      {dialog ? <RoleDialog {...dialog} close={() => setDialog(null)} /> : null}
    </>
  );
}
