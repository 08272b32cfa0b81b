/** What one role may do: modules × features. Nothing is saved before the changes have been shown in words. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getRole, listRoles, type Role } from '../contract.ts';
import { Matrix } from './matrix.tsx';
import { useRoleName } from './role-name.ts';
import style from './role-permission.module.css';

const MANY = 200;

export function RolePermission() {
  const t = useTexts('roles');
  const go = useGo();
  const query = useUrlQuery();
  const roleName = useRoleName();
  const roles = useAnswer(listRoles, { query: { limit: MANY } });
  if (roles.error && !roles.data) return <FailedPage error={roles.error} retry={roles.refetch} />;
  const items = roles.data?.items ?? [];
  const chosen = items.find((role) => role.id === query.role) ?? items[0];
  return (
    <div className={style.page}>
      {/* Its title is there at once: who comes by the keyboard begins there. */}
      <PageHead title={t('matrix.title')} about={t('matrix.about')}>
        <Select
          aria-label={t('matrix.role')}
          data={items.map((role) => ({ value: role.id, label: roleName(role.code, role.name) }))}
          value={chosen?.id ?? null}
          onChange={(id) => go('/role-permission', { role: id }, { replace: true })}
          allowDeselect={false}
          searchable
        />
      </PageHead>
      {chosen ? <OneRole key={chosen.id} id={chosen.id} roles={items} /> : <RecordSkeleton />}
    </div>
  );
}

/** What is being changed stays as it is: nothing is fetched again while a person ticks boxes. */
const STILL = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false };

function OneRole({ id, roles }: { id: string; roles: readonly Role[] }) {
  const role = useAnswer(getRole, { params: { id } }, { ...STILL, refetchOnMount: 'always' });
  const [attempt, setAttempt] = useState(0);
  if (role.error && !role.data) return <Failed error={role.error} retry={role.refetch} />;
  if (!role.data) return <RecordSkeleton />;
  const again = () => setAttempt((number) => number + 1);
  return (
    <Matrix
      key={`${role.data.version} ${attempt}`}
      role={role.data}
      others={roles.filter((other) => other.id !== id)}
      undo={again}
      reload={async () => {
        await role.refetch();
        again();
      }}
    />
  );
}
