/** The second step of a sign-in: a code, setting the app up if the role demands it, or joining an outside account. */
import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { CallError } from '#web/calls/call-error.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { errors } from '../../contract.ts';
import { joinProvider } from '../../provider/contract.ts';
import { completeSignIn } from '../../second-factor/contract.ts';
import { forgetStep, keepStep, STEP_MS } from '../kept-step.ts';
import { PublicScreen } from '../public-screen.tsx';
import type { Challenge, SignedIn, SignInAnswer } from '../signed-in.ts';
import { CodeField } from './code-field.tsx';
import { Enrolment } from './enrolment.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TriesOver } from './tries-over.tsx';

type FrameProps = { title: string; about?: ReactNode; children: ReactNode; below?: ReactNode };
type StepProps = {
  challenge: Challenge;
  startAgain: () => void;
  onSignedIn: (answer: SignedIn) => unknown;
  /** A page that is loaded again goes on at this step. */
  isKept?: boolean;
  /** What is around it. */
  Frame?: ComponentType<FrameProps>;
};

export function SecondStep(props: StepProps) {
  const { challenge: asked, startAgain, onSignedIn, isKept = true, Frame = PublicScreen } = props;
  const t = useTexts('identity');
  const [challenge, setChallenge] = useState(asked);
  const [codes, setCodes] = useState<SignedIn | null>(null);
  const { token, step: wanted } = challenge;
  useEffect(() => {
    // Only if a code is asked for: what sets an app up holds its secret.
    if (isKept && wanted === 'code') keepStep('second-step', { token, until: Date.now() + STEP_MS });
  }, [isKept, token, wanted]);
  const onDone = (answer: SignInAnswer) => {
    forgetStep('second-step');
    if ('challenge' in answer) return setChallenge(answer.challenge);
    return answer.recoveryCodes ? setCodes(answer) : onSignedIn(answer);
  };
  const leave = () => {
    forgetStep('second-step');
    startAgain();
  };
  const again = (
    <Button variant="transparent" px={0} onClick={leave}>
      {t('second_step.start_again')}
    </Button>
  );
  if (codes) {
    return (
      <Frame title={t('recovery.title')} about={t('recovery.about')}>
        <RecoveryCodes codes={codes.recoveryCodes ?? []} onKept={() => void onSignedIn(codes)} />
      </Frame>
    );
  }
  if (challenge.step === 'join') {
    return (
      <Frame title={t('provider.join_title')} about={t('provider.join_about')} below={again}>
        <Join token={challenge.token} onDone={onDone} startAgain={leave} />
      </Frame>
    );
  }
  const isNew = challenge.step === 'enrol';
  return (
    <Frame
      title={t(isNew ? 'second_factor.set_up' : 'second_step.title')}
      about={t(isNew ? 'second_step.demanded' : 'second_step.about')}
      below={again}
    >
      {challenge.enrolment ? <Enrolment {...challenge.enrolment} /> : null}
      <Code key={challenge.token} challenge={challenge} onDone={onDone} startAgain={leave} />
    </Frame>
  );
}

type FormProps = { onDone: (answer: SignInAnswer) => unknown; startAgain: () => void };

/** The sign-in has to begin again: too late, or too many tries. */
function useOver(refusal: CallError | null, startAgain: () => void) {
  const t = useTexts('identity');
  if (refusal?.code !== errors.challenge_over.code) return null;
  return <TriesOver code={refusal.code} button={t('second_step.start_again')} onPress={startAgain} />;
}

function Code({ challenge, onDone, startAgain }: FormProps & { challenge: Challenge }) {
  const t = useTexts('identity');
  const isNew = challenge.step === 'enrol';
  const form = useForm(completeSignIn, {
    initial: { code: '' },
    extra: { challenge: challenge.token },
    noGuard: 'a code or a password: typed again at once',
    onDone,
  });
  const over = useOver(form.refusal, startAgain);
  if (over) return over;
  return (
    <FormBody form={form} submit={t(isNew ? 'second_factor.turn_on' : 'login.submit')}>
      <CodeField
        form={form}
        name="code"
        label={t('second_step.code')}
        help={isNew ? undefined : t('second_step.code_help')}
        takesRecovery={!isNew}
        required
        autoFocus
      />
    </FormBody>
  );
}

function Join({ token, onDone, startAgain }: FormProps & { token: string }) {
  const t = useTexts('identity');
  const form = useForm(joinProvider, {
    initial: { password: '' },
    extra: { challenge: token },
    noGuard: 'a code or a password: typed again at once',
    onDone,
  });
  const over = useOver(form.refusal, startAgain);
  if (over) return over;
  return (
    <FormBody form={form} submit={t('provider.join')}>
      <PasswordField form={form} name="password" label={t('login.password')} required />
    </FormBody>
  );
}
