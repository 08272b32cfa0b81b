/**
 * Over a page whose session is over: its person signs in again by their own way (password, then a code of the app if the
 * account asks for one; consumers who forgot the password by a code by SMS). Nobody else's account sends what was typed.
 */
import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '#web/calls/call.ts';
import { type Profile, profileSlice, tokensSlice } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { SignInAgainProps } from '#web/wiring.ts';
import { login } from '../../contract.ts';
import { logout } from '../../session/contract.ts';
import { ResetByCode } from '../reset-password.tsx';
import { type Challenge, keepSession, type SignedIn, type SignInAnswer } from '../signed-in.ts';
import { SecondStep } from './second-step.tsx';
import style from './sign-in-again.module.css';

type FrameProps = { title: string; about?: ReactNode; children?: ReactNode; below?: ReactNode };

function Frame({ title, about, children, below }: FrameProps) {
  return (
    <div className={style.frame}>
      <h2 className={style.title}>{title}</h2>
      {about ? <p className={style.about}>{about}</p> : null}
      {children}
      {below ? <div className={style.below}>{below}</div> : null}
    </div>
  );
}

/** As they sign in; one of the two is there. */
const loginOf = ({ email, phone }: Profile) => email ?? phone ?? '';
const nameOf = (person: Profile) => person.name ?? loginOf(person);

type PasswordProps = { person: Profile; onAnswer: (answer: SignInAnswer) => unknown };

function Password({ person, onAnswer }: PasswordProps) {
  const t = useTexts('identity');
  const frame = useTexts('frame');
  const form = useForm(login, {
    initial: { password: '' },
    extra: { login: loginOf(person) },
    noGuard: 'nothing but a password',
    onDone: onAnswer,
  });
  return (
    <FormBody form={form} submit={frame('session.sign_in')}>
      {/* For the browser's store of passwords: whose password it is. */}
      <input type="text" autoComplete="username" value={loginOf(person)} readOnly hidden />
      <PasswordField form={form} name="password" label={t('login.password')} required autoFocus />
    </FormBody>
  );
}

type OtherProps = SignInAgainProps & { other?: Profile | undefined; back: () => void; leaveAs: () => void };

/** Somebody else sits here: what was typed is given up by a press that says so, or kept. */
function OtherPerson({ person, other, back, leaveAs }: OtherProps) {
  const t = useTexts('frame');
  const name = nameOf(person);
  const named = other && nameOf(other);
  return (
    <Frame
      title={t('session.other_title', { name })}
      about={named ? t('session.other_here', { name, other: named }) : t('session.other_about', { name })}
    >
      <div className={style.actions}>
        <Button onClick={back}>{named ? t('session.sign_in_as', { name }) : t('session.back')}</Button>
        <Button variant="default" onClick={leaveAs}>
          {named ? t('session.leave_as', { other: named }) : t('session.leave')}
        </Button>
      </div>
    </Frame>
  );
}

type Step =
  | { at: 'password' | 'reset' | 'other' }
  | { at: 'code'; challenge: Challenge }
  | { at: 'wrong-person'; answer: SignedIn };

/** Another tab may have signed somebody else in; who that is, unless this page's person wants to sign in all the same. */
function useStranger(person: Profile): Profile | null {
  const tokens = usePersisted(tokensSlice);
  const stored = usePersisted(profileSlice);
  return tokens && stored && stored.id !== person.id ? stored : null;
}

export function SignInAgain(props: SignInAgainProps) {
  const { person, leave } = props;
  const t = useTexts('frame');
  const identity = useTexts('identity');
  const [step, setStep] = useState<Step>({ at: 'password' });
  const stranger = useStranger(person);
  const [isStrangerSeen, setStrangerSeen] = useState(false);
  const signedIn = (answer: SignedIn) => {
    if (answer.profile.id === person.id) keepSession(answer);
    else setStep({ at: 'wrong-person', answer });
  };
  const onAnswer = (answer: SignInAnswer) =>
    'challenge' in answer ? setStep({ at: 'code', challenge: answer.challenge }) : signedIn(answer);
  const again = () => setStep({ at: 'password' });
  if (stranger && !isStrangerSeen) {
    return <OtherPerson {...props} other={stranger} back={() => setStrangerSeen(true)} leaveAs={leave} />;
  }
  if (step.at === 'wrong-person') {
    const { answer } = step;
    const back = () => {
      const { AccessToken: accessToken } = answer.response.AuthenticationResult;
      // Nobody uses the session that was just opened.
      call(logout, { body: { accessToken } }).catch(() => undefined);
      again();
    };
    const leaveAs = () => {
      keepSession(answer);
      leave();
    };
    return <OtherPerson {...props} other={answer.profile} back={back} leaveAs={leaveAs} />;
  }
  if (step.at === 'other') return <OtherPerson {...props} back={again} leaveAs={leave} />;
  if (step.at === 'code') {
    return (
      <SecondStep
        challenge={step.challenge}
        startAgain={again}
        onSignedIn={signedIn}
        isKept={false}
        Frame={Frame}
      />
    );
  }
  if (step.at === 'reset') {
    const signIn = async ({ phone, password }: { phone: string; password: string }) =>
      onAnswer(await call(login, { body: { login: phone, password } }));
    return (
      <Frame
        title={identity('reset.title')}
        about={identity('reset.about')}
        below={
          <Anchor component="button" type="button" onClick={again}>
            {t('session.back')}
          </Anchor>
        }
      >
        <ResetByCode onDone={signIn} />
      </Frame>
    );
  }
  const name = nameOf(person);
  return (
    <Frame
      title={t('session.ended')}
      about={t('session.again_help', { name })}
      below={
        <>
          {person.role === 'consumer' ? (
            <Anchor component="button" type="button" onClick={() => setStep({ at: 'reset' })}>
              {t('session.forgot')}
            </Anchor>
          ) : (
            <Anchor href="/login" target="_blank" rel="noopener">
              {t('session.sign_in_there')}
            </Anchor>
          )}
          <Anchor component="button" type="button" onClick={() => setStep({ at: 'other' })}>
            {t('session.other', { name })}
          </Anchor>
        </>
      }
    >
      <Password person={person} onAnswer={onAnswer} />
    </Frame>
  );
}
