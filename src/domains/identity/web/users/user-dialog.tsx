import { listRoles } from '#domains/roles/contract.ts';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { call } from '#web/calls/call.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useProfile } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { currentLanguage, useTexts } from '#web/texts/texts.ts';
import type { Choice } from '#web/ui/form/choice.ts';
import { RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { checkUser, createUser, editUser, type User } from '../../users/contract.ts';
import { LostWork } from './open-work.tsx';

/** The roles that somebody can be given, by code; an inactive one only to whom has it. */
function useRoleChoices(own: string | undefined): { choices: Choice[]; isLoading: boolean } {
  const roleName = useRoleName();
  const { data, isLoading } = useAnswer(listRoles, { query: { limit: 200 } });
  const choices = (data?.items ?? [])
    .filter((role) => role.code !== 'consumer' && (role.status === 'active' || role.code === own))
    .map((role) => ({ value: role.code, label: roleName(role.code, role.name) }));
  return { choices, isLoading };
}

type UserDialogProps = { user: User | null; close: () => void };

export function UserDialog({ user, close }: UserDialogProps) {
  const t = useTexts('identity');
  const roles = useRoleChoices(user?.role);
  const ownId = useProfile()?.id;
  const isOwn = user !== null && user.id === ownId;
  const known: object = user ? { id: user.id } : {};
  const form = useForm<typeof createUser | typeof editUser>(user ? editUser : createUser, {
    initial: {
      name: user?.name,
      email: user?.email,
      phone: user?.phone,
      role: user?.role,
      ...(user ? {} : { language: currentLanguage() }),
    },
    version: user?.version,
    extra: known,
    onDone: () => {
      close();
      return toast('success', t(user ? 'users.updated' : 'users.added'));
    },
  }).asking(async (name, value) => {
    if (name !== 'email' && name !== 'phone') return undefined;
    const body = { [name]: value, ...(user ? { id: user.id } : {}) };
    const free = await call(checkUser, { body }, { quiet: true });
    return free[`${name}Free`] ? undefined : `identity.${name}_taken`;
  });
  const problem = form.problemOf('handOverTo');
  const languages = [
    { value: 'bn', label: 'বাংলা' },
    { value: 'en', label: 'English' },
  ];
  return (
    <FormDialog title={user ? t('users.edit', { name: user.name }) : t('users.add')} close={close}>
      <FormBody form={form} submit={t('users.save')} cancel={close}>
        <TextField
          form={form}
          name="name"
          label={t('users.name')}
          {...(isOwn ? { help: t('users.own_contact') } : {})}
          required
          autoFocus
        />
        {isOwn ? null : (
          <>
            <TextField
              form={form}
              name="email"
              label={t('users.email')}
              type="email"
              help={t(user ? 'users.edit_help' : 'users.add_help')}
              required
            />
            <PhoneField form={form} name="phone" label={t('users.phone')} required />
            <SelectField
              form={form}
              name="role"
              label={t('users.role')}
              options={roles.choices}
              isLoading={roles.isLoading}
              required
            />
          </>
        )}
        {user && form.values.role && form.values.role !== user.role ? (
          <LostWork
            userId={user.id}
            name={user.name}
            role={form.values.role}
            chosen={'handOverTo' in form.values ? (form.values.handOverTo ?? undefined) : undefined}
            choose={(id) => form.change('handOverTo', id)}
            problem={problem ? errorTextNow(problem.code, problem.params) : undefined}
          />
        ) : null}
        {user ? null : (
          <RadioField form={form} name="language" label={t('users.language')} options={languages} />
        )}
      </FormBody>
    </FormDialog>
  );
}
