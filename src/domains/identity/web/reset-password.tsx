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

type NewPasswordProps = {
  proven: Proven;
  onExpired: () => void;
  onDone: (login: { phone: string; password: string }) => unknown;
};

function NewPassword({ proven, onExpired, onDone }: NewPasswordProps) {
  const t = useTexts('identity');
  const form = useForm(resetConsumerPassword, {
    initial: { password: '' },
    extra: proven,
    noGuard: 'nothing but a new password',
    onDone: (_answer, { phone, password }) => onDone({ phone, password }),
  });
  const expired = form.problemOf('proof')?.code;
  if (expired) return <TriesOver code={expired} button={t('code.new')} onPress={onExpired} />;
  return (
    <FormBody form={form} submit={t('reset.submit')}>
      <NewPasswordField form={form} name="password" label={t('reset.password')} required />
    </FormBody>
  );
}

/** The code by SMS, then the password. */
export function ResetByCode({ onDone }: Pick<NewPasswordProps, 'onDone'>) {
  const [proven, setProven] = useState<Proven | null>(null);
  return proven ? (
    <NewPassword proven={proven} onExpired={() => setProven(null)} onDone={onDone} />
  ) : (
    <ProvePhone purpose="password-reset" onProven={setProven} />
  );
}

export function ResetPassword() {
  const t = useTexts('identity');
  const go = useGo();
  const goToLogin = () => {
    void toast('success', t('reset.done'));
    void go('/login');
  };
  return (
    <PublicScreen
      title={t('reset.title')}
      about={`${t('reset.about')} ${t('reset.staff')}`}
      below={<GoLink to="/login">{t('reset.back')}</GoLink>}
    >
      <ResetByCode onDone={goToLogin} />
    </PublicScreen>
  );
}
