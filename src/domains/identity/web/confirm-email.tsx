/** A person who asked for another e-mail comes here by the link sent to it. A press, not the opening, takes it over. */
import { GoLink, useGo, useSecretOfLink } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { confirmEmail } from '../email/contract.ts';
import { PublicScreen } from './public-screen.tsx';

export function ConfirmEmail() {
  const t = useTexts('identity');
  const go = useGo();
  const token = useSecretOfLink();
  const form = useForm(confirmEmail, {
    initial: {},
    extra: { token },
    noGuard: 'nothing is typed',
    onDone: () => {
      void toast('success', t('email.confirmed'));
      void go('/profile');
    },
  });
  return (
    <PublicScreen
      title={t('email.confirm_title')}
      about={t('email.confirm_about')}
      below={<GoLink to="/login">{t('reset.back')}</GoLink>}
    >
      <FormBody form={form} submit={t('email.confirm')}>
        {null}
      </FormBody>
    </PublicScreen>
  );
}
