/** The permissions of one role while they are changed. */
import { Alert, Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconLayoutSidebar, IconSearch, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Permission } from '#shared/permissions.ts';
import type { Module } from '#shared/words.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useWords } from '#web/texts/domain-words.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { getRole, type Role, setPermission } from '../contract.ts';
import { difference, mayHold } from '../permissions.rules.ts';
import { firstOfRows } from './grid-keys.ts';
import { ChangesBar } from './matrix-changes.tsx';
import { type Beside, MatrixTable } from './matrix-table.tsx';
import { MenuPreview } from './menu-preview.tsx';
import { moduleOf, permissionsIn, usePermissionWords } from './permission-words.ts';
import { useRoleName } from './role-name.ts';
import style from './role-permission.module.css';
import type { RoleWithWords } from './role-with-words.ts';

const ConflictPanel = onDemand(() =>
  import('#web/ui/form/conflict/conflict-panel.tsx').then((file) => file.ConflictPanel),
);

type MatrixProps = {
  role: RoleWithWords;
  others: readonly Role[];
  /** Forgets what was changed. */
  undo: () => void;
  /** Fetches the role again, after somebody else changed it. */
  reload: () => Promise<void>;
};

export function Matrix({ role, others, undo, reload }: MatrixProps) {
  const t = useTexts('roles');
  const common = useTexts('common');
  const may = useMay();
  const { sortedModules, moduleName, nameOf } = usePermissionWords();
  const isAdmin = role.code === 'admin';
  const canEdit = may('roles:edit') && !isAdmin;
  const before = role.permissions as Permission[];
  const form = useForm(setPermission, {
    initial: { permissions: role.permissions },
    version: role.version,
    extra: { roleId: role.id },
    sets: ['permissions'],
    describes: ({ word }) =>
      word === undefined
        ? undefined
        : {
            label: nameOf(word as Permission),
            write: (isGiven) => common(isGiven ? 'form.yes' : 'form.no'),
          },
    onDone: () => {
      // One's own menu may have changed with it.
      signalChange('rights');
      return toast('success', t('matrix.saved'));
    },
  });
  const words = new Set((form.values.permissions ?? []) as Permission[]);
  const [search, setSearch] = useState('');
  const [otherId, setOtherId] = useState('');
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const beside = useBeside(otherId, others);
  const allWords = useWords();
  const canGive = (word: Permission) => mayHold(allWords, role.code, word) && may(word);
  const change = (changed: readonly Permission[], isGiven: boolean) => {
    const kept = [...words].filter((word) => !changed.includes(word));
    const added = isGiven ? changed.filter((word) => words.has(word) || canGive(word)) : [];
    form.change('permissions', [...kept, ...added]);
  };
  const takeOver = (from: readonly Permission[]) =>
    form.change(
      'permissions',
      from.filter((word) => words.has(word) || canGive(word)),
    );
  /** Of the modules that are shown: what is looked for in the search is a group. */
  const preset = (keeps: (word: Permission) => boolean) => {
    const within = shown.flatMap(permissionsIn);
    const kept = [...words].filter((word) => !within.includes(word));
    const given = within.filter((word) => keeps(word) && (words.has(word) || canGive(word)));
    form.change('permissions', [...kept, ...given]);
  };
  const differs = (module: Module) =>
    beside?.words && permissionsIn(module).some((word) => words.has(word) !== beside.words.has(word));
  const wanted = search.normalize('NFC').trim().toLowerCase();
  const shown = sortedModules()
    .filter((module) => moduleName(module).toLowerCase().includes(wanted))
    .filter((module) => !onlyDifferent || !beside || differs(module));
  return (
    <>
      {isAdmin ? (
        <Alert color="brand" icon={<IconShieldCheck size={20} aria-hidden="true" />}>
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
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            firstOfRows(document.querySelector<HTMLTableElement>(`.${style.table}`))?.focus();
          }}
        />
        {canEdit ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => preset((word) => word.endsWith(':view'))}>
              {t('matrix.preset_view')}
            </Button>
            <Button variant="default" onClick={() => preset(() => false)}>
              {t('matrix.preset_none')}
            </Button>
          </Group>
        ) : null}
        <OtherRole others={others} chosen={otherId} choose={setOtherId} />
        <Button
          variant="default"
          leftSection={<IconLayoutSidebar size={16} aria-hidden="true" />}
          onClick={() => setIsPreviewing(true)}
        >
          {t('matrix.preview')}
        </Button>
      </div>
      {beside ? (
        <Comparison
          beside={beside}
          words={words}
          onlyDifferent={onlyDifferent}
          setOnlyDifferent={setOnlyDifferent}
          takeOver={canEdit ? takeOver : undefined}
        />
      ) : null}
      {form.conflict ? <ConflictPanel id={`${form.id}-summary`} conflict={form.conflict} /> : null}
      {form.refusal ? (
        <Alert color="red" role="alert" title={errorTextNow(form.refusal.code, form.refusal.params)}>
          <Button size="compact-sm" variant="default" onClick={() => void reload()}>
            {t('matrix.reload')}
          </Button>
        </Alert>
      ) : null}
      <MatrixTable
        modules={shown}
        words={words}
        before={before}
        beside={beside}
        change={change}
        isFixed={(word) => !canEdit || (!words.has(word) && !canGive(word))}
      />
      <ChangesBar
        role={role}
        before={before}
        words={words}
        isRunning={form.isRunning}
        undo={undo}
        save={form.submit}
      />
      {isPreviewing ? (
        <MenuPreview role={role} before={before} words={words} close={() => setIsPreviewing(false)} />
      ) : null}
    </>
  );
}

/** The role that this one is compared with. */
function useBeside(id: string, others: readonly Role[]): Beside | null {
  const roleName = useRoleName();
  const { data } = useAnswer(getRole, { params: { id } }, { enabled: id !== '' });
  const other = others.find((role) => role.id === id);
  if (!other || !data) return null;
  return { name: roleName(other.code, other.name), words: new Set(data.permissions as Permission[]) };
}

type OtherRoleProps = { others: readonly Role[]; chosen: string; choose: (id: string) => void };

function OtherRole({ others, chosen, choose }: OtherRoleProps) {
  const t = useTexts('roles');
  const roleName = useRoleName();
  return (
    <NativeSelect
      aria-label={t('matrix.compare')}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t('matrix.compare') },
        ...others.map((role) => ({ value: role.id, label: roleName(role.code, role.name) })),
      ]}
    />
  );
}

type ComparisonProps = {
  beside: Beside;
  words: ReadonlySet<Permission>;
  onlyDifferent: boolean;
  setOnlyDifferent: (only: boolean) => void;
  /** Left out if the role cannot be changed. */
  takeOver: ((words: readonly Permission[]) => void) | undefined;
};

function Comparison({ beside, words, onlyDifferent, setOnlyDifferent, takeOver }: ComparisonProps) {
  const t = useTexts('roles');
  const { given: more, taken: fewer } = difference([...words], [...beside.words]);
  const modules = new Set([...more, ...fewer].map(moduleOf)).size;
  return (
    <div className={style.beside} role="status">
      <span>
        <b>{beside.name}</b>
        {': '}
        {more.length + fewer.length === 0
          ? t('matrix.same')
          : t('matrix.difference', { more: more.length, fewer: fewer.length })}
      </span>
      {modules > 0 ? (
        <Checkbox
          label={t('matrix.only_different')}
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
        />
      ) : null}
      {takeOver && modules > 0 ? (
        <Button size="compact-sm" variant="default" onClick={() => takeOver([...beside.words])}>
          {t('matrix.copy')}
        </Button>
      ) : null}
    </div>
  );
}
