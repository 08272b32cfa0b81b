/** A person's own phone, and the way to another one: their own password, then the code that is sent to the new number. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { profileSlice } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField, PhoneField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { changePhone, confirmPhone } from '../../phone/contract.ts';
import { getProfile } from '../../session/contract.ts';
import { SmsCodeField } from '../sign-in/sms-code-field.tsx';
import { TriesOver } from '../sign-in/tries-over.tsx';

const TRIES_OVER = 'identity.code_tries_over';

function NewPhone({ close, onSent }: { close: () => void; onSent: (phone: string) => void }) {
  const t = useTexts('identity');
  const form = useForm(changePhone, {
    initial: { phone: '', password: '' },
    onDone: (_, sent) => onSent(sent.phone),
  });
  return (
    <FormBody form={form} submit={t('code.send')} cancel={close}>
      <PhoneField form={form} name="phone" label={t('phone.new')} help={t('phone.help')} required />
      <PasswordField form={form} name="password" label={t('password.old')} required />
    </FormBody>
  );
}

type CodeProps = { phone: string; close: () => void; onOther: () => void; onDone: () => void };

function NewPhoneCode({ phone: number, close, onOther, onDone }: CodeProps) {
  const t = useTexts('identity');
  const { phone } = useFormats();
  const form = useForm(confirmPhone, { initial: { code: '' }, extra: { phone: number }, onDone });
  if (form.problemOf('code')?.code === TRIES_OVER) {
    return <TriesOver code={TRIES_OVER} button={t('code.new')} onPress={onOther} />;
  }
  return (
    <FormBody form={form} submit={t('phone.take')} cancel={close}>
      <SmsCodeField
        form={form}
        name="code"
        label={t('code.title')}
        help={t('code.sent', { phone: phone(number) })}
      />
      <Button variant="subtle" color="gray" onClick={onOther}>
        {t('phone.again')}
      </Button>
    </FormBody>
  );
}

export function OwnPhone({ own }: { own: string | null }) {
  const t = useTexts('identity');
  const { phone } = useFormats();
  const { refetch } = useAnswer(getProfile);
  const [isOpen, setIsOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const close = () => {
    setIsOpen(false);
    setSentTo(null);
  };
  return (
    <Sheet
      title={t('profile.phone')}
      action={
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('phone.change')}
        </Button>
      }
    >
      <p>{own ? phone(own) : t('phone.none')}</p>
      {isOpen ? (
        <FormDialog title={t('phone.change')} close={close}>
          {sentTo ? (
            <NewPhoneCode
              phone={sentTo}
              close={close}
              onOther={() => setSentTo(null)}
              onDone={() => {
                const profile = profileSlice.read();
                if (profile) profileSlice.write({ ...profile, phone: sentTo });
                close();
                void refetch();
                void toast('success', t('phone.changed'));
              }}
            />
          ) : (
            <NewPhone close={close} onSent={setSentTo} />
          )}
        </FormDialog>
      ) : null}
    </Sheet>
  );
}
