/** A consumer registers: proves the mobile number, tells a name and a password, and is signed in at once. */
import { lazy, Suspense, useState } from 'react';
import { forgetStep, keepStep, keptStep, STEP_MS } from '#domains/identity/web/kept-step.ts';
import { type Proven, ProvePhone } from '#domains/identity/web/prove-phone.tsx';
import { PublicScreen } from '#domains/identity/web/public-screen.tsx';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';

const RegistrationPerson = lazy(() =>
  import('./registration-person.tsx').then((file) => ({ default: file.RegistrationPerson })),
);

export function RegistrationScreen() {
  const t = useTexts('consumers');
  const [proven, setProven] = useState<Proven | null>(() => keptStep('proven')?.proven ?? null);
  return (
    <PublicScreen
      title={t('registration.title')}
      about={proven ? t('registration.about_person') : t('registration.about_phone')}
      below={
        <>
          {t('registration.known')} <GoLink to="/login">{t('registration.sign_in')}</GoLink>
        </>
      }
    >
      {proven ? (
        <Suspense>
          <RegistrationPerson
            proven={proven}
            onExpired={() => {
              forgetStep('proven');
              setProven(null);
            }}
          />
        </Suspense>
      ) : (
        <ProvePhone
          purpose="registration"
          onProven={(now) => {
            keepStep('proven', { proven: now, until: Date.now() + STEP_MS });
            setProven(now);
          }}
        />
      )}
    </PublicScreen>
  );
}
