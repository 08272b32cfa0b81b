/** Change of one's own password. */
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormPage } from '#web/ui/form/form-page.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { changePassword } from '../contract.ts';
import { NewPasswordField } from './new-password-field.tsx';

export function ChangePasswordScreen() {
  const t = useTexts('identity');
  const go = useGo();
  const form = useForm(changePassword, {
    initial: { oldPassword: '', password: '' },
    onDone: () => {
      void toast('success', t('password.done'));
      void go('/profile');
    },
  });
  return (
    <FormPage
      form={form}
      title={t('password.title')}
      about={t('password.about')}
      submit={t('password.submit')}
      cancel={() => go('/profile')}
    >
      <PasswordField form={form} name="oldPassword" label={t('password.old')} required />
      <NewPasswordField form={form} name="password" label={t('password.new')} required />
    </FormPage>
  );
}
