/** A consumer who forgot the password: proves the mobile number, then sets a new one. */
import { useState } from 'react';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { resetConsumerPassword } from '../contract.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { type Proven, ProvePhone } from './prove-phone.tsx';
import { PublicScreen } from './public-screen.tsx';
import { TriesOver } from './sign-in/tries-over.tsx';

function NewPassword({ proven, onExpired }: { proven: Proven; onExpired: () => void }) {
  const t = useTexts('identity');
  const go = useGo();
  const form = useForm(resetConsumerPassword, {
    initial: { password: '' },
    extra: proven,
    noGuard: 'nothing but a new password',
    onDone: () => {
      void toast('success', t('reset.done'));
      void go('/login');
    },
  });
  const expired = form.problemOf('proof')?.code;
  if (expired) return <TriesOver code={expired} button={t('code.new')} onPress={onExpired} />;
  return (
    <FormBody form={form} submit={t('reset.submit')}>
      <NewPasswordField form={form} name="password" label={t('reset.password')} required />
    </FormBody>
  );
}

export function ResetPassword() {
  const t = useTexts('identity');
  const [proven, setProven] = useState<Proven | null>(null);
  return (
    <PublicScreen
      title={t('reset.title')}
      about={`${t('reset.about')} ${t('reset.staff')}`}
      below={<GoLink to="/login">{t('reset.back')}</GoLink>}
    >
      {proven ? (
        <NewPassword proven={proven} onExpired={() => setProven(null)} />
      ) : (
        <ProvePhone purpose="password-reset" onProven={setProven} />
      )}
    </PublicScreen>
  );
}
