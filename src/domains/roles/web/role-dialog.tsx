import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { createRole, editRole, type Role } from '../contract.ts';
import { useRoleName } from './role-name.ts';

type RoleDialogProps = { role: Role | null; close: () => void };

export function RoleDialog({ role, close }: RoleDialogProps) {
  const t = useTexts('roles');
  const roleName = useRoleName();
  const known: object = role ? { id: role.id, version: role.version } : {};
  const form = useForm<typeof createRole | typeof editRole>(role ? editRole : createRole, {
    initial: {
      code: role?.code,
      name: role?.name,
      description: role?.description,
      status: role?.status ?? 'active',
    },
    extra: known,
    noGuard: true,
    onDone: () => {
      close();
      return toast('success', t(role ? 'list.updated' : 'list.added'));
    },
  });
  const states = [
    { value: 'active', label: t('list.active') },
    { value: 'inactive', label: t('list.inactive') },
  ];
  return (
    <FormDialog
      title={role ? t('list.edit', { name: roleName(role.code, role.name) }) : t('list.add')}
      close={close}
    >
      <FormBody form={form} submit={t('list.save')} cancel={close}>
        <TextField form={form} name="name" label={t('list.name')} required autoFocus />
        {role ? null : (
          <TextField form={form} name="code" label={t('list.code')} help={t('list.code_help')} required />
        )}
        <LongTextField form={form} name="description" label={t('list.description')} />
        <RadioField
          form={form}
          name="status"
          label={t('list.status')}
          help={t('list.inactive_help')}
          options={states}
        />
      </FormBody>
    </FormDialog>
  );
}
