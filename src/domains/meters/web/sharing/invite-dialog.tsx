/** The account holder invites a phone: who it is, what they may do, until when. */

import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { CheckField, DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { inviteToConnection } from '../../sharing/contract.ts';

type InviteProps = { connection: { connectionId: string; number: string }; close: () => void };

export function InviteDialog({ connection, close }: InviteProps) {
  const t = useTexts('meters');
  const { digits, phone: writePhone } = useFormats();
  const language = useLanguage();
  const form = useForm(inviteToConnection, {
    initial: { name: '', phone: '', email: undefined, mayPay: false, endsOn: undefined },
    extra: { connectionId: connection.connectionId, language },
    onDone: (_, { phone }) => {
      close();
      return toast('success', t('sharing.sent', { phone: writePhone(String(phone)) }));
    },
  });
  return (
    <FormDialog title={t('sharing.invite_title', { number: digits(connection.number) })} close={close}>
      <FormBody form={form} submit={t('sharing.send')} cancel={close}>
        <p>{t('sharing.invite_about')}</p>
        <TextField
          form={form}
          name="name"
          label={t('sharing.name')}
          help={t('sharing.name_help')}
          autoComplete="off"
          required
          autoFocus
        />
        <PhoneField form={form} name="phone" label={t('sharing.phone')} required />
        <TextField
          form={form}
          name="email"
          type="email"
          label={t('sharing.email')}
          help={t('sharing.email_help')}
          autoComplete="off"
        />
        <CheckField form={form} name="mayPay" label={t('sharing.pay_too')} />
        <DayField
          form={form}
          name="endsOn"
          label={t('sharing.ends')}
          help={t('sharing.ends_help')}
          earliest={today()}
        />
      </FormBody>
    </FormDialog>
  );
}
