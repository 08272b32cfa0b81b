/**
 * The session is over on a page that would lose something: the password is asked for over it, and what was sent is sent
 * again. Escape leaves the page as it was, with a line that offers to sign in. What asks is the domain's
 * (`wiring().signInAgain`); if its code does not come, another tab will do.
 */
import { Anchor, Button } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { giveUpSession } from '../session/keep-session.ts';
import { askToSignIn, putOffSignIn, type SessionEnd } from '../session/session-end.ts';
import { useTexts } from '../texts/texts.ts';
import { type SignInAgainProps, wiring } from '../wiring.ts';
import { NativeDialog } from './native-dialog.tsx';
import style from './session-ended.module.css';

function InAnotherTab() {
  const t = useTexts('frame');
  return (
    <>
      <h2 className={style.title}>{t('session.ended')}</h2>
      <p className={style.about}>{t('session.ended_help')}</p>
      <div className={style.actions}>
        <Button component="a" href="/login" target="_blank" rel="noopener">
          {t('session.sign_in_there')}
        </Button>
        <Anchor component="button" type="button" onClick={giveUpSession}>
          {t('session.give_up')}
        </Anchor>
      </div>
    </>
  );
}

type Shown = ComponentType<SignInAgainProps>;

/** What asks; null while it is loaded, the other tab if it does not come. */
function useSignInAgain(): Shown | null {
  const [shown, setShown] = useState<{ component: Shown } | null>(null);
  useEffect(() => {
    let isLeft = false;
    const show = (component: Shown) => {
      if (!isLeft) setShown({ component });
    };
    wiring()
      .signInAgain()
      .then(show, () => show(InAnotherTab));
    return () => {
      isLeft = true;
    };
  }, []);
  return shown?.component ?? null;
}

export function SessionEnded({ end }: { end: SessionEnd }) {
  const t = useTexts('frame');
  const SignInAgain = useSignInAgain();
  if (!end.isAsking) {
    return (
      <div role="status" className={style.later}>
        {t('session.later')}
        <Button size="compact-sm" variant="white" onClick={askToSignIn}>
          {t('session.sign_in')}
        </Button>
      </div>
    );
  }
  return (
    <NativeDialog label={t('session.ended')} close={putOffSignIn} stays className={style.ended}>
      {SignInAgain ? (
        <SignInAgain person={end.person.profile} later={putOffSignIn} leave={giveUpSession} />
      ) : null}
    </NativeDialog>
  );
}
