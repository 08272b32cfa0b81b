/** Sign-in with e-mail or mobile number, or an outside provider; `?view=reset` sets a new password with a one-time code. */
import { useHydrated } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { webConfig } from '#web/config.ts';
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { keptStep } from './kept-step.ts';
import style from './login.module.css';
import { PublicScreen } from './public-screen.tsx';
import { type Challenge, useArrive, useSignedInElsewhere } from './signed-in.ts';

/** The schemas come with the first key: the screen shows without them. */
const loadLogin = () => import('../contract.ts').then((contract) => contract.login);

const ResetPassword = lazy(() =>
  import('./reset-password.tsx').then((file) => ({ default: file.ResetPassword })),
);
const SecondStep = lazy(() =>
  import('./sign-in/second-step.tsx').then((file) => ({ default: file.SecondStep })),
);
const ProviderButton = lazy(() =>
  import('./sign-in/provider-button.tsx').then((file) => ({ default: file.ProviderButton })),
);

function Password({ onChallenge }: { onChallenge: (challenge: Challenge) => void }) {
  const t = useTexts('identity');
  const { next, ended } = useUrlQuery();
  // The server draws one page for every address to come back to.
  const isAlive = useHydrated();
  const arrive = useArrive(next);
  const form = useForm(loadLogin, {
    initial: { login: '', password: '' },
    noGuard: 'nothing but a login',
    onDone: (answer) => ('challenge' in answer ? onChallenge(answer.challenge) : arrive(answer)),
  });
  const provider = webConfig().signInProvider;
  return (
    <PublicScreen
      title={t('login.title')}
      about={t('login.about')}
      below={
        <>
          {t('login.new_here')}{' '}
          <GoLink to="/registration" query={{ next: isAlive ? next : '' }}>
            {t('login.register')}
          </GoLink>
        </>
      }
    >
      {ended ? (
        <p role="status" className={style.ended}>
          {next ? t('login.ended_back') : t('login.ended')}
        </p>
      ) : null}
      <FormBody form={form} submit={t('login.submit')}>
        <TextField form={form} name="login" label={t('login.login')} autoComplete="username" autoFocus />
        <div className={style.password}>
          <PasswordField form={form} name="password" label={t('login.password')} />
          <GoLink to="/login" query={{ view: 'reset' }} className={style.forgot}>
            {t('login.forgot')}
          </GoLink>
        </div>
      </FormBody>
      <Suspense>{provider ? <ProviderButton name={provider} next={next} /> : null}</Suspense>
    </PublicScreen>
  );
}

function SignIn() {
  const { next } = useUrlQuery();
  const arrive = useArrive(next);
  useSignedInElsewhere(next);
  const [challenge, setChallenge] = useState<Challenge | null>(() => {
    const kept = keptStep('second-step');
    return kept && { token: kept.token, step: 'code', enrolment: null };
  });
  if (!challenge) return <Password onChallenge={setChallenge} />;
  return (
    <Suspense>
      <SecondStep challenge={challenge} onSignedIn={arrive} startAgain={() => setChallenge(null)} />
    </Suspense>
  );
}

export function LoginScreen() {
  const { view } = useUrlQuery();
  return view === 'reset' ? <ResetPassword /> : <SignIn />;
}
