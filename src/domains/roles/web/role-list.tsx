import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/actions.ts';
import { confirm } from '#web/confirm.ts';
import { useGo } from '#web/go.tsx';
import { useMay } from '#web/session.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { deleteRole, listRoles, type Role } from '../contract.ts';
import { RoleDialog } from './role-dialog.tsx';
import { useRoleName, useRolePurpose } from './role-name.ts';

export function RoleList() {
  const t = useTexts('roles');
  const common = useTexts('common');
  const go = useGo();
  const canEdit = useMay()('roles:edit');
  const roleName = useRoleName();
  const purpose = useRolePurpose();
  const [edited, setEdited] = useState<Role | 'new' | null>(null);
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
    { key: 'kind', title: t('list.kind'), value: (row) => t(row.builtIn ? 'list.built_in' : 'list.own') },
    {
      key: 'status',
      title: t('list.status'),
      value: (row) => (
        <StateChip tone={row.status === 'active' ? 'green' : 'grey'}>{t(`list.${row.status}`)}</StateChip>
      ),
    },
    {
      key: 'created',
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
          { label: common('actions.edit'), run: () => setEdited(row) },
          {
            label: common('actions.delete'),
            danger: true,
            reason: row.builtIn ? t('list.built_in_reason') : undefined,
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
        title={t('list.title')}
        about={t('list.about')}
        searchLabel={t('list.search')}
        columns={columns}
        nameOf={(row) => roleName(row.code, row.name)}
        filters={[{ name: 'status', label: t('list.status'), options: states }]}
        actions={actions}
        primary={
          canEdit ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
              {t('list.add')}
            </Button>
          ) : null
        }
      />
      {edited ? <RoleDialog role={edited === 'new' ? null : edited} close={() => setEdited(null)} /> : null}
    </>
  );
}
