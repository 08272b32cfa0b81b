/** From a sign-in's answer to the stored session (spec §3 keys) and the person's language and appearance. */
import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useGoAddress } from '#web/navigation/go.tsx';
import { saveSession, tokensSlice } from '#web/session/session.ts';
import { takeLanguage } from '#web/texts/own-language.ts';
import type { login } from '../contract.ts';
import { nextAddress } from './next-address.rules.ts';

export type SignInAnswer = EndpointAnswer<typeof login>;
export type Challenge = Extract<SignInAnswer, { challenge: unknown }>['challenge'];
export type SignedIn = Exclude<SignInAnswer, { challenge: unknown }>;

/** Mantine's name of a theme choice. */
export function colourScheme(theme: 'light' | 'dark' | 'system') {
  return theme === 'system' ? 'auto' : theme;
}

/** Stores the session of a complete sign-in. */
export function keepSession(answer: SignInAnswer) {
  if ('challenge' in answer) throw new Error('the sign-in wants a second step');
  saveSession({
    tokens: answer.response.AuthenticationResult,
    profile: answer.profile,
    permissions: answer.permissions,
  });
}

/** Signed in: looks as the person wants it, and goes to the page that was asked for. */
export function useArrive(next: string | undefined) {
  const goAddress = useGoAddress();
  const { setColorScheme } = useMantineColorScheme();
  return async (answer: SignedIn) => {
    keepSession(answer);
    setColorScheme(colourScheme(answer.profile.theme));
    await takeLanguage(answer.profile.language).catch(() => undefined);
    goAddress(nextAddress(next, location.origin));
  };
}

/** Who signs in in another tab need not do it again here. */
export function useSignedInElsewhere(next: string | undefined) {
  const goAddress = useGoAddress();
  useEffect(() => {
    // The browser tells other tabs only.
    const follow = ({ storageArea }: StorageEvent) => {
      if (storageArea === localStorage && tokensSlice.read()) goAddress(nextAddress(next, location.origin));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [next, goAddress]);
}
