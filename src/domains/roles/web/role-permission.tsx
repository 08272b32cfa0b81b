/** What one role may do: modules × features. Nothing is saved before the changes have been shown in words. */
import { Alert, Button, Checkbox, Menu, Select, TextInput } from '@mantine/core';
import { IconCopy, IconSearch, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ALL_PERMISSIONS, PERMISSION_MODULES, type Permission } from '#shared/permissions.ts';
import { useAction } from '#web/actions.ts';
import { useAnswer } from '#web/answers.ts';
import { call } from '#web/call.ts';
import { confirm } from '#web/confirm.ts';
import { useGo, useUrlQuery } from '#web/go.tsx';
import { useMay } from '#web/session.ts';
import { useTexts } from '#web/texts.ts';
import { showError, toast } from '#web/toast.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getRole, listRoles, setPermission } from '../contract.ts';
import { useRoleName } from './role-name.ts';
import style from './role-permission.module.css';

type Module = keyof typeof PERMISSION_MODULES;
type Feature = (typeof PERMISSION_MODULES)[Module][number];
const MODULES = Object.keys(PERMISSION_MODULES) as Module[];

export function RolePermission() {
  const t = useTexts('roles');
  const go = useGo();
  const query = useUrlQuery();
  const roleName = useRoleName();
  const roles = useAnswer(listRoles, { query: { limit: 200 } });
  if (roles.error) return <FailedPage error={roles.error} retry={roles.refetch} />;
  if (!roles.data) return <RecordSkeleton />;
  const choices = roles.data.items.map((role) => ({
    value: role.id,
    label: roleName(role.code, role.name),
  }));
  const chosen = choices.find((role) => role.value === query.role) ?? choices[0];
  return (
    <div className={style.page}>
      <PageHead title={t('matrix.title')} about={t('matrix.about')}>
        <Select
          aria-label={t('matrix.role')}
          data={choices}
          value={chosen?.value ?? null}
          onChange={(id) => go('/role-permission', { role: id }, { replace: true })}
          allowDeselect={false}
          searchable
        />
      </PageHead>
      {chosen ? <Matrix key={chosen.value} roleId={chosen.value} roles={choices} /> : null}
    </div>
  );
}

type MatrixProps = { roleId: string; roles: { value: string; label: string }[] };

function Matrix({ roleId, roles }: MatrixProps) {
  const role = useAnswer(getRole, { params: { id: roleId } });
  if (role.error) return <Failed error={role.error} retry={role.refetch} />;
  if (!role.data) return <RecordSkeleton />;
  const granted = role.data.permissions as Permission[];
  return (
    <Grid
      key={granted.join()}
      roleId={roleId}
      isAdmin={role.data.code === 'admin'}
      granted={granted}
      others={roles.filter((other) => other.value !== roleId)}
    />
  );
}

type GridProps = {
  roleId: string;
  isAdmin: boolean;
  granted: readonly Permission[];
  others: MatrixProps['roles'];
};

/** The words of a module. */
function wordsOf(module: Module): Permission[] {
  return PERMISSION_MODULES[module].map((feature) => `${module}:${feature}` as Permission);
}

function Grid({ roleId, isAdmin, granted, others }: GridProps) {
  const t = useTexts('roles');
  const canEdit = useMay()('roles:edit') && !isAdmin;
  const [words, setWords] = useState<ReadonlySet<Permission>>(new Set(granted));
  const [search, setSearch] = useState('');
  const save = useAction(setPermission, { onDone: () => toast('success', t('matrix.saved')) });
  const change = (changed: readonly Permission[], isGiven: boolean) =>
    setWords((current) => {
      const kept = [...current].filter((word) => !changed.includes(word));
      return new Set(isGiven ? [...kept, ...changed] : kept);
    });
  const copyFrom = async (id: string) => {
    try {
      setWords(new Set((await call(getRole, { params: { id } })).permissions as Permission[]));
    } catch (error) {
      await showError(error);
    }
  };
  const wanted = search.normalize('NFC').trim().toLowerCase();
  const shown = MODULES.filter((module) => t(`modules.${module}`).toLowerCase().includes(wanted));
  return (
    <>
      {isAdmin ? (
        <Alert color="brand" icon={<IconShieldCheck size={20} />}>
          {t('matrix.admin')}
        </Alert>
      ) : null}
      <div className={style.tools}>
        <TextInput
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('matrix.search')}
          aria-label={t('matrix.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
        />
        {canEdit ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconCopy size={16} />}>
                {t('matrix.copy')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((other) => (
                <Menu.Item key={other.value} onClick={() => void copyFrom(other.value)}>
                  {other.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      <div className={style.sheet}>
        {shown.map((module) => (
          <ModuleRow key={module} module={module} words={words} change={change} isFixed={!canEdit} />
        ))}
      </div>
      <Changes
        before={granted}
        words={words}
        isRunning={save.isRunning}
        reset={() => setWords(new Set(granted))}
        save={() => save.run({ body: { roleId, permissions: [...words] } })}
      />
    </>
  );
}

type ModuleRowProps = {
  module: Module;
  words: ReadonlySet<Permission>;
  change: (words: readonly Permission[], isGiven: boolean) => void;
  isFixed: boolean;
};

function ModuleRow({ module, words, change, isFixed }: ModuleRowProps) {
  const t = useTexts('roles');
  const all = wordsOf(module);
  const count = all.filter((word) => words.has(word)).length;
  const name = t(`modules.${module}`);
  return (
    <fieldset className={style.module}>
      <legend className={style.legend}>{name}</legend>
      <Checkbox
        label={name}
        aria-label={t('matrix.all', { module: name })}
        className={style.name}
        checked={count === all.length}
        indeterminate={count > 0 && count < all.length}
        disabled={isFixed}
        onChange={() => change(all, count < all.length)}
      />
      <div className={style.features}>
        {all.map((word) => (
          <Checkbox
            key={word}
            label={t(`features.${word.split(':')[1] as Feature}`)}
            checked={words.has(word)}
            disabled={isFixed}
            onChange={(event) => change([word], event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ChangesProps = {
  before: readonly Permission[];
  words: ReadonlySet<Permission>;
  isRunning: boolean;
  reset: () => void;
  save: () => void;
};

/** What saving would change, in words. */
function Changes({ before, words, isRunning, reset, save }: ChangesProps) {
  const t = useTexts('roles');
  const given = ALL_PERMISSIONS.filter((word) => words.has(word) && !before.includes(word));
  const taken = before.filter((word) => !words.has(word));
  const count = given.length + taken.length;
  if (count === 0) return null;
  const names = (list: readonly Permission[]) =>
    list
      .map((word) => {
        const [module, feature] = word.split(':') as [Module, Feature];
        return t('matrix.pair', { module: t(`modules.${module}`), feature: t(`features.${feature}`) });
      })
      .join(', ');
  const lines = [
    ...(given.length > 0 ? [t('matrix.gives', { names: names(given) })] : []),
    ...(taken.length > 0 ? [t('matrix.takes', { names: names(taken) })] : []),
  ];
  return (
    <div className={style.changes} role="status">
      <div>
        <b>{t('matrix.changes', { count })}</b>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <Button variant="subtle" color="gray" onClick={reset}>
        {t('matrix.reset')}
      </Button>
      <Button
        loading={isRunning}
        onClick={async () => (await confirm('submit', t('matrix.changes', { count }))) && save()}
      >
        {t('matrix.save')}
      </Button>
    </div>
  );
}
