import { call } from '#web/call.ts';
import { currentLanguage, useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { type Choice, RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { checkUser, createUser, editUser, type User } from '../users/contract.ts';

type UserDialogProps = { user: User | null; roles: readonly Choice[]; close: () => void };

export function UserDialog({ user, roles, close }: UserDialogProps) {
  const t = useTexts('identity');
  const known: object = user ? { id: user.id, version: user.version } : {};
  const form = useForm<typeof createUser | typeof editUser>(user ? editUser : createUser, {
    initial: {
      name: user?.name,
      email: user?.email,
      phone: user?.phone,
      role: user?.role,
      ...(user ? { status: user.status } : { language: currentLanguage() }),
    },
    extra: known,
    noGuard: true,
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
  const states = [
    { value: 'active', label: t('users.active') },
    { value: 'disabled', label: t('users.disabled') },
  ];
  const languages = [
    { value: 'bn', label: 'বাংলা' },
    { value: 'en', label: 'English' },
  ];
  return (
    <FormDialog title={user ? t('users.edit', { name: user.name }) : t('users.add')} close={close}>
      <FormBody form={form} submit={t('users.save')} cancel={close}>
        <TextField form={form} name="name" label={t('users.name')} required autoFocus />
        <TextField
          form={form}
          name="email"
          label={t('users.email')}
          type="email"
          {...(user ? {} : { help: t('users.add_help') })}
          required
        />
        <PhoneField form={form} name="phone" label={t('users.phone')} required />
        <SelectField form={form} name="role" label={t('users.role')} options={roles} required />
        {user ? (
          <RadioField
            form={form}
            name="status"
            label={t('users.status')}
            help={t('users.status_help')}
            options={states}
          />
        ) : (
          <RadioField form={form} name="language" label={t('users.language')} options={languages} />
        )}
      </FormBody>
    </FormDialog>
  );
}
