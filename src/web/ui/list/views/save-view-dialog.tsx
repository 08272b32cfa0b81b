/** The state of the list under a name: for oneself, or, if one may share, for a role or all staff. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { call } from '../../../calls/call.ts';
import { CallError } from '../../../calls/call-error.ts';
import { errorText } from '../../../calls/error-text.ts';
import { useGo, usePath, useUrlQuery } from '../../../navigation/go.tsx';
import { toast } from '../../../state/toast.ts';
import { useTexts } from '../../../texts/texts.ts';
import { wiring } from '../../../wiring.ts';
import { Dialog } from '../../dialog.tsx';
import { HoldsChanges } from '../../holds-changes.ts';
import style from '../list-tools.module.css';
import { type SavedView, viewAddress, viewQuery } from './arrangement.rules.ts';
import { type ArrangedList, useListPreferences } from './preferences.ts';
import { changeView, chooseDefault, createView, pinView } from './preferences-sync.ts';

type Audience = SavedView['audience'];
type Named = Pick<SavedView, 'name' | 'audience' | 'roleCode'>;

/** Roles of staff, for those who may share; none if they may not be read. */
function useRoles(isAsked: boolean) {
  const [roles, setRoles] = useState<readonly { code: string; name: string }[]>([]);
  useEffect(() => {
    if (!isAsked) return;
    void (async () => {
      const answer = await call(await wiring().roles(), { query: { limit: 200 } }, { quiet: true });
      setRoles(answer.items.filter(({ code }) => code !== 'consumer'));
    })().catch(() => undefined);
  }, [isAsked]);
  return roles;
}

type NameFormProps = {
  initial: Named;
  /** Saves; what it throws is shown below the name. */
  save: (named: Named) => Promise<unknown>;
  children?: React.ReactNode;
};

export function NameForm({ initial, save, children }: NameFormProps) {
  const t = useTexts('lists');
  const { mayShare } = useListPreferences();
  const roles = useRoles(mayShare);
  const [named, setNamed] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!named.name.trim()) return setProblem(t('views.name_missing'));
    setIsRunning(true);
    try {
      await save({ ...named, roleCode: named.roleCode ?? roles[0]?.code ?? null });
    } catch (error) {
      const known = error instanceof CallError ? error : new CallError(500);
      setProblem(await errorText(known.code, known.params));
    } finally {
      setIsRunning(false);
    }
  };
  const audiences: Audience[] = roles.length > 0 ? ['own', 'role', 'all'] : ['own', 'all'];
  return (
    <form className={style.panel} onSubmit={(event) => void submit(event)} noValidate>
      <HoldsChanges isChanged={named.name !== initial.name && !isRunning} />
      <TextInput
        label={t('views.name')}
        placeholder={t('views.name_example')}
        maxLength={60}
        value={named.name}
        error={problem}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setProblem(null);
          setNamed({ ...named, name: event.currentTarget.value });
        }}
      />
      {mayShare ? (
        <NativeSelect
          label={t('views.audience')}
          value={named.audience}
          onChange={(event) => setNamed({ ...named, audience: event.currentTarget.value as Audience })}
          data={audiences.map((value) => ({ value, label: t(`views.audience_${value}`) }))}
        />
      ) : null}
      {named.audience === 'role' ? (
        <NativeSelect
          label={t('views.role')}
          value={named.roleCode ?? roles[0]?.code ?? ''}
          onChange={(event) => setNamed({ ...named, roleCode: event.currentTarget.value })}
          data={roles.map(({ code, name }) => ({ value: code, label: name }))}
        />
      ) : null}
      {children}
      <Button type="submit" loading={isRunning}>
        {t('views.save')}
      </Button>
    </form>
  );
}

type SaveViewDialogProps = { endpoint: Endpoint; arranged: ArrangedList; close: () => void };

export function SaveViewDialog({ endpoint, arranged, close }: SaveViewDialogProps) {
  const t = useTexts('lists');
  const go = useGo();
  const path = usePath();
  const query = useUrlQuery();
  const { list, arrangement } = arranged;
  const [isDefault, setIsDefault] = useState(false);
  const [isPinned, setIsPinned] = useState(false);
  const save = async (named: Named) => {
    const fields = { ...named, ...arrangement, query: viewQuery(query) };
    const view = await createView(list, `${endpoint.service}${endpoint.path}`, fields);
    if (isDefault) await chooseDefault(list, view.id);
    if (isPinned) await pinView(view, true);
    void toast('success', t('views.saved'));
    close();
    await go(path, viewAddress(view), { replace: true });
  };
  return (
    <Dialog title={t('views.save_title')} close={close} size="sm" stays>
      <p className={style.about}>{t('views.save_about')}</p>
      <NameForm initial={{ name: '', audience: 'own', roleCode: null }} save={save}>
        <Checkbox
          label={t('views.default')}
          checked={isDefault}
          onChange={(event) => setIsDefault(event.currentTarget.checked)}
        />
        {list.includes('$') ? null : (
          <Checkbox
            label={t('views.pin')}
            checked={isPinned}
            onChange={(event) => setIsPinned(event.currentTarget.checked)}
          />
        )}
      </NameForm>
    </Dialog>
  );
}

/** Rename a view or show it to others; what it shows stays. */
export function EditViewDialog({ view, close }: { view: SavedView; close: () => void }) {
  const t = useTexts('lists');
  const save = async (named: Named) => {
    await changeView(view, { ...view, ...named });
    void toast('success', t('views.saved'));
    close();
  };
  return (
    <Dialog title={t('views.edit_title')} close={close} size="sm" stays>
      <NameForm initial={view} save={save} />
    </Dialog>
  );
}
