/** The provider sends people back here. Its answer leaves the address at once and is sent to the server, once. */
import { Alert, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/calls/call.ts';
import { CallError } from '#web/calls/call-error.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { errors } from '../../contract.ts';
import { finishProvider } from '../../provider/contract.ts';
import { PublicScreen } from '../public-screen.tsx';
import { type Challenge, useArrive } from '../signed-in.ts';
import { type Flow, takeFlow } from './provider-flow.ts';
import { SecondStep } from './second-step.tsx';

type Outcome = { challenge: Challenge } | { refusal: CallError };

export function ProviderReturn() {
  const t = useTexts('identity');
  const go = useGo();
  const [kept] = useState<Flow | null>(takeFlow);
  const [answer] = useState(() => location.search.slice(1));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const arrive = useArrive(kept?.next);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    history.replaceState(history.state, '', location.pathname);
    const finish = async () => {
      try {
        if (!kept || !answer) throw new CallError(422, { code: errors.provider_invalid.code });
        const found = await call(finishProvider, { body: { flow: kept.flow, answer } });
        if ('challenge' in found) setOutcome(found);
        else await arrive(found);
      } catch (error) {
        setOutcome({ refusal: error instanceof CallError ? error : new CallError(500) });
      }
    };
    void finish();
  });
  if (outcome && 'challenge' in outcome) {
    return <SecondStep {...outcome} onSignedIn={arrive} startAgain={() => go('/login')} />;
  }
  const refusal = outcome?.refusal;
  return (
    <PublicScreen
      title={t(refusal ? 'provider.failed' : 'provider.arriving')}
      below={refusal ? <GoLink to="/login">{t('provider.back')}</GoLink> : null}
    >
      {refusal ? (
        <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />}>
          {errorTextNow(refusal.code, refusal.params)}
        </Alert>
      ) : (
        <Loader type="dots" aria-label={t('provider.arriving')} />
      )}
    </PublicScreen>
  );
}
