/** A consumer registers: proves the mobile number, tells a name and a password, and is signed in at once. */
import { useHydrated } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { forgetStep, keepStep, keptStep, STEP_MS } from '#domains/identity/web/kept-step.ts';
import { type Proven, ProvePhone } from '#domains/identity/web/prove-phone.tsx';
import { PublicScreen } from '#domains/identity/web/public-screen.tsx';
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';

const RegistrationPerson = lazy(() =>
  import('./registration-person.tsx').then((file) => ({ default: file.RegistrationPerson })),
);

export function RegistrationScreen() {
  const t = useTexts('consumers');
  const { next } = useUrlQuery();
  // The server draws one page for every address to come back to.
  const isAlive = useHydrated();
  const [proven, setProven] = useState<Proven | null>(() => keptStep('proven')?.proven ?? null);
  return (
    <PublicScreen
      title={t('registration.title')}
      about={proven ? t('registration.about_person') : t('registration.about_phone')}
      below={
        <>
          {t('registration.known')}{' '}
          <GoLink to="/login" query={{ next: isAlive ? next : '' }}>
            {t('registration.sign_in')}
          </GoLink>
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
