/** A new role, empty or as a copy, or the name, purpose and status of one that exists. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { createRole, editRole, listRoles, type Role } from '../contract.ts';
import { LostWork } from './lost-work.tsx';
import { useRoleName } from './role-name.ts';

type RoleDialogProps = {
  /** The role to change; if it is left out, a new one is made. */
  role?: Role;
  /** Whose permissions the new one starts with. */
  copyOf?: Role;
  close: () => void;
};

export function RoleDialog({ role, copyOf, close }: RoleDialogProps) {
  return role ? <EditRole role={role} close={close} /> : <NewRole copyOf={copyOf} close={close} />;
}

function useStates() {
  const t = useTexts('roles');
  return (['active', 'inactive'] as const).map((value) => ({ value, label: t(`list.${value}`) }));
}

function EditRole({ role, close }: { role: Role; close: () => void }) {
  const t = useTexts('roles');
  const roleName = useRoleName();
  const states = useStates();
  const form = useForm(editRole, {
    initial: { name: role.name, description: role.description, status: role.status },
    version: role.version,
    extra: { id: role.id },
    onDone: () => {
      close();
      return toast('success', t('list.updated'));
    },
  });
  const help = role.people > 0 ? t('list.inactive_people', { count: role.people }) : t('list.inactive_help');
  return (
    <FormDialog title={t('list.edit', { name: roleName(role.code, role.name) })} close={close}>
      <FormBody form={form} submit={t('list.save')} cancel={close}>
        <TextField form={form} name="name" label={t('list.name')} required autoFocus />
        <LongTextField form={form} name="description" label={t('list.description')} />
        <RadioField form={form} name="status" label={t('list.status')} help={help} options={states} />
        {role.status === 'active' && form.values.status === 'inactive' ? <LostWork role={role} /> : null}
      </FormBody>
    </FormDialog>
  );
}

const MANY = 200;

function NewRole({ copyOf, close }: { copyOf: Role | undefined; close: () => void }) {
  const t = useTexts('roles');
  const roleName = useRoleName();
  const { data } = useAnswer(listRoles, { query: { limit: MANY } });
  const sourceName = copyOf ? roleName(copyOf.code, copyOf.name) : '';
  const form = useForm(createRole, {
    initial: {
      status: 'active',
      ...(copyOf
        ? {
            copyOf: copyOf.id,
            name: t('list.copy_title', { name: sourceName }),
            description: copyOf.description,
          }
        : {}),
    },
    onDone: () => {
      close();
      return toast('success', t('list.added'));
    },
  });
  const sources = (data?.items ?? []).map(({ id, code, name }) => ({
    value: id,
    label: roleName(code, name),
  }));
  return (
    <FormDialog title={copyOf ? t('list.copy_title', { name: sourceName }) : t('list.add')} close={close}>
      <FormBody form={form} submit={t('list.save')} cancel={close}>
        <TextField form={form} name="name" label={t('list.name')} required autoFocus />
        <TextField form={form} name="code" label={t('list.code')} help={t('list.code_help')} required />
        <LongTextField form={form} name="description" label={t('list.description')} />
        <SelectField
          form={form}
          name="copyOf"
          label={t('list.copy_of')}
          options={sources}
          isLoading={!data}
          placeholder={t('list.copy_none')}
        />
      </FormBody>
    </FormDialog>
  );
}
