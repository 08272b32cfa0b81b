/** The own e-mail, and the way to another one: the own password, then a link to the new address. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { changeEmail } from '../email/contract.ts';
import style from './profile.module.css';

function EmailDialog({ email, close }: { email: string | null; close: () => void }) {
  const t = useTexts('identity');
  const form = useForm(changeEmail, {
    initial: { email: '', password: '' },
    onDone: () => {
      close();
      return toast('success', t('email.asked'));
    },
  });
  return (
    <FormDialog title={t('email.change')} close={close}>
      <FormBody form={form} submit={t('email.submit')} cancel={close}>
        <TextField
          form={form}
          name="email"
          type="email"
          label={t('email.new')}
          help={t(email ? 'email.help' : 'email.first_help')}
          autoComplete="email"
        />
        <PasswordField form={form} name="password" label={t('password.old')} required />
      </FormBody>
    </FormDialog>
  );
}

export function OwnEmail({ email }: { email: string | null }) {
  const t = useTexts('identity');
  const [isOpen, setOpen] = useState(false);
  return (
    <Sheet
      title={t('email.title')}
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('email.change')}
        </Button>
      }
    >
      <p className={style.email}>{email ?? t('email.none')}</p>
      {isOpen ? <EmailDialog email={email} close={() => setOpen(false)} /> : null}
    </Sheet>
  );
}
