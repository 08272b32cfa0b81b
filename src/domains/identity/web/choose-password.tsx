/** Staff come here with the one-time link that was sent to them. */
import { GoLink, useGo, useSecretOfLink } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { resetPassword } from '../users/contract.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PublicScreen } from './public-screen.tsx';

export function ChoosePassword() {
  const t = useTexts('identity');
  const go = useGo();
  const token = useSecretOfLink();
  const form = useForm(resetPassword, {
    initial: { password: '' },
    extra: { token },
    noGuard: 'nothing but a new password',
    onDone: () => {
      void toast('success', t('choose.done'));
      void go('/login');
    },
  });
  return (
    <PublicScreen
      title={t('choose.title')}
      about={t('choose.about')}
      below={<GoLink to="/login">{t('reset.back')}</GoLink>}
    >
      <FormBody form={form} submit={t('choose.submit')}>
        <NewPasswordField form={form} name="password" label={t('choose.password')} whose="staff" required />
      </FormBody>
    </PublicScreen>
  );
}
