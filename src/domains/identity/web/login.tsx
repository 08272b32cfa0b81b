/** Sign-in with e-mail or mobile number; `?view=reset` sets a new password with a one-time code. */
import { useMantineColorScheme } from '@mantine/core';
import { lazy } from 'react';
import { GoLink, useGoAddress, useUrlQuery } from '#web/go.tsx';
import { useTexts } from '#web/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import style from './login.module.css';
import { PublicScreen } from './public-screen.tsx';
import { colourScheme, keepSession, nextAddress } from './signed-in.ts';

/** The schemas come with the first key: the screen shows without them. */
const loadLogin = () => import('../contract.ts').then((contract) => contract.login);

const ResetPassword = lazy(() =>
  import('./reset-password.tsx').then((file) => ({ default: file.ResetPassword })),
);

function SignIn() {
  const t = useTexts('identity');
  const goAddress = useGoAddress();
  const { next } = useUrlQuery();
  const { setColorScheme } = useMantineColorScheme();
  const form = useForm(loadLogin, {
    initial: { login: '', password: '' },
    noGuard: true,
    onDone: (answer) => {
      keepSession(answer);
      setColorScheme(colourScheme(answer.profile.theme));
      goAddress(nextAddress(next));
    },
  });
  return (
    <PublicScreen
      title={t('login.title')}
      about={t('login.about')}
      below={
        <>
          {t('login.new_here')} <GoLink to="/registration">{t('login.register')}</GoLink>
        </>
      }
    >
      <FormBody form={form} submit={t('login.submit')}>
        <TextField form={form} name="login" label={t('login.login')} autoComplete="username" autoFocus />
        <div className={style.password}>
          <PasswordField form={form} name="password" label={t('login.password')} />
          <GoLink to="/login" query={{ view: 'reset' }} className={style.forgot}>
            {t('login.forgot')}
          </GoLink>
        </div>
      </FormBody>
    </PublicScreen>
  );
}

export function LoginScreen() {
  const { view } = useUrlQuery();
  return view === 'reset' ? <ResetPassword /> : <SignIn />;
}
