/**
 * The session is over while a form holds changes: the page stays. A person who signs in again in another tab (both
 * share the session) goes on here and saves; a person who gives the form up goes to login.
 */
import { Anchor, Button } from '@mantine/core';
import { useEffect } from 'react';
import { giveUpSession } from '../session/keep-session.ts';
import { tokensSlice } from '../session/session.ts';
import { setSessionEnded } from '../session/session-end.ts';
import { usePersisted } from '../state/persisted.ts';
import { useTexts } from '../texts/texts.ts';
import { NativeDialog } from './native-dialog.tsx';
import style from './screens/full-screen.module.css';

export function SessionEnded() {
  const t = useTexts('frame');
  const tokens = usePersisted(tokensSlice);
  useEffect(() => {
    if (tokens) setSessionEnded(false);
  }, [tokens]);
  return (
    <NativeDialog label={t('session.ended')} close={() => undefined} stays className={style.ended}>
      <h2>{t('session.ended')}</h2>
      <p>{t('session.ended_help')}</p>
      <div className={style.actions}>
        <Button component="a" href="/login" target="_blank" rel="noopener">
          {t('session.sign_in_there')}
        </Button>
        <Anchor component="button" type="button" onClick={giveUpSession}>
          {t('session.give_up')}
        </Anchor>
      </div>
    </NativeDialog>
  );
}
