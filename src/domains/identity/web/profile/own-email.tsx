/** A person's own e-mail, and the way to another one: their own password, then a link to the new address. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { changeEmail } from '../../email/contract.ts';
import style from './profile.module.css';

type PartProps = { email: string | null; close: () => void };

function NewEmail({ email, close }: PartProps) {
  const t = useTexts('identity');
  const form = useForm(changeEmail, {
    initial: { email: '', password: '' },
    onDone: () => {
      close();
      return toast('success', t('email.asked'));
    },
  });
  return (
    <FormBody form={form} submit={t('email.submit')} cancel={close}>
      <TextField
        form={form}
        name="email"
        type="email"
        label={t('email.new')}
        help={t(email ? 'email.help' : 'email.first_help')}
        autoComplete="email"
        required
      />
      <PasswordField form={form} name="password" label={t('password.old')} required />
    </FormBody>
  );
}

function RemoveEmail({ close }: PartProps) {
  const t = useTexts('identity');
  const form = useForm(changeEmail, {
    initial: { password: '' },
    extra: { email: '' },
    onDone: () => {
      close();
      return toast('success', t('email.removed'));
    },
  });
  return (
    <FormBody form={form} submit={t('email.remove')} danger cancel={close}>
      <p>{t('email.remove_about')}</p>
      <PasswordField form={form} name="password" label={t('password.old')} required />
    </FormBody>
  );
}

export function OwnEmail({ email }: { email: string | null }) {
  const t = useTexts('identity');
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const Part = open === 'remove' ? RemoveEmail : NewEmail;
  return (
    <Sheet
      title={t('email.title')}
      action={
        <Button variant="default" onClick={() => setOpen('change')}>
          {t(email ? 'email.change' : 'email.add')}
        </Button>
      }
    >
      <p className={style.email}>{email ?? t('email.none')}</p>
      {email ? (
        <Button variant="subtle" color="red" px={0} onClick={() => setOpen('remove')}>
          {t('email.remove')}
        </Button>
      ) : null}
      {open ? (
        <FormDialog title={t(open === 'remove' ? 'email.remove' : 'email.change')} close={close}>
          <Part email={email} close={close} />
        </FormDialog>
      ) : null}
    </Sheet>
  );
}
