/**
 * Keeps the session alive and ends it. The endpoints are given by the composition root (`src/browser.tsx`),
 * because the machinery knows no domain.
 */
import type { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { CallError, isTransient } from '../calls/call-error.ts';
import { signalChange } from '../calls/change-signals.ts';
import { randomKey } from '../calls/random-key.ts';
import { webConfig } from '../config.ts';
import { confirm } from '../state/confirm.ts';
import { exclusive } from '../state/persisted.ts';
import { hasUnsaved, maySignOut, wouldLose } from '../state/unsaved.ts';
import { type Leaving, noteLeaving } from './leaving.ts';
import { refresher, type Tokens } from './refresh-tokens.ts';
import {
  clearSession,
  knownPerson,
  type Person,
  profileSlice,
  refreshedAt,
  saveTokens,
  tokensSlice,
} from './session.ts';
import { closeSessionEnd, endSession, sessionEnd } from './session-end.ts';
import { isUserActive, watchUserActivity } from './user-activity.ts';

export const REFRESH_AFTER_MS = 50 * 60 * 1000;
const CHECK_EVERY_MS = 30_000;
/** Three tries within the 20 s in which the server answers the token of before once more: a lost answer ends no session. */
const SESSION_CALL_MS = 6000;

type Shape = z.ZodType;
/** The signed-in person, as the login answers them. */
type Who = Endpoint<Shape, Shape, Shape, z.ZodType<Person>>;
/** What the person chose for their eyes, remembered by the server. */
type Appearance = Endpoint<Shape, Shape, z.ZodType<unknown, { language?: 'en' | 'bn' | undefined }>>;
export type SessionEndpoints = { refresh: Endpoint; logout: Endpoint; profile: Who; appearance: Appearance };

let endpoints: (() => Promise<SessionEndpoints>) | null = null;
let toLogin: (why: Leaving) => void = () => {};

/** Wires the refresh and logout calls and the way to the login screen, and starts the 50-minute watch. */
export function startSession(load: () => Promise<SessionEndpoints>, goToLogin: (why: Leaving) => void) {
  endpoints = load;
  toLogin = goToLogin;
  watchUserActivity();
  setInterval(refreshWhenDue, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', refreshWhenDue);
  shown = knownPerson();
  profileSlice.subscribe(knownPerson);
  tokensSlice.subscribe(followTokens);
}

/** Whose page this tab shows. */
let shown: Person | null = null;

/**
 * Another person signed in while this page was open, and its own person was not signed out before: a form or an act stays its person's, and
 * anything else goes to the other person's start page.
 */
function followPerson() {
  const before = shown;
  shown = knownPerson();
  if (!before || before.profile.id === shown?.profile.id) return;
  if (wouldLose()) {
    shown = before;
    return endSession(before);
  }
  noteLeaving('signed-out');
  toLogin('signed-out');
}

/** Another tab, or the layer over a form, signed in or out: this one follows. */
function followTokens() {
  const end = sessionEnd();
  const tokens = tokensSlice.read();
  if (!end) return tokens ? followPerson() : leave();
  // Somebody else's session sends nothing of this page.
  if (!tokens || profileSlice.read()?.id !== end.person.profile.id) return;
  closeSessionEnd(true);
  signalChange('changed');
}

/** A bare POST: it must not run into the 403 handling that it serves. */
async function post(endpoint: Endpoint, body: object, token?: string): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${webConfig().services[endpoint.service]}${endpoint.path}`, {
      method: endpoint.method,
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': 'en',
        'Idempotency-Key': randomKey(),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(SESSION_CALL_MS),
    });
  } catch {
    throw new CallError(0);
  }
  if (!response.ok) throw new CallError(response.status);
  return response.json();
}

type RefreshAnswer = { data: { response: { AuthenticationResult: Partial<Tokens> } } };

const refresh = refresher({
  read: tokensSlice.read,
  save: saveTokens,
  async ask(refreshToken) {
    if (!endpoints) throw new Error('startSession was not called');
    const answer = (await post((await endpoints()).refresh, { refreshToken })) as RefreshAnswer;
    return answer.data.response.AuthenticationResult;
  },
  isTransient,
  exclusive: (work) => exclusive('refresh', work),
  wait: (delay_ms) => new Promise((resolve) => setTimeout(resolve, delay_ms)),
});

/** Renews the session after a 403; false if that was not possible. */
export async function refreshSession(staleIdToken: string): Promise<boolean> {
  try {
    return (await refresh(staleIdToken)) !== null;
  } catch {
    return false;
  }
}

/** Ahead of time: a network that is away is no reason to sign anyone out; a refusal is. */
async function refreshWhenDue() {
  const tokens = tokensSlice.read();
  if (!tokens || !isUserActive() || Date.now() - refreshedAt.read() < REFRESH_AFTER_MS) return;
  try {
    await refresh(tokens.IdToken);
  } catch (error) {
    if (!isTransient(error)) sessionLost(false);
  }
}

/** Set while this tab itself ends the session. */
let leaving: Leaving | null = null;

/** To login; a page that would lose something stays as its person's, without a session. */
function leave() {
  const person = knownPerson();
  if (!leaving && person && wouldLose()) return endSession(person);
  shown = null;
  // Who signs out takes the profile along; a session that is over leaves it.
  const why = leaving ?? (profileSlice.read() ? 'ended' : 'signed-out');
  noteLeaving(why);
  toLogin(why);
}

/** The code that listens to the tokens goes to login. */
function clearBecause(why: Leaving) {
  leaving = why;
  clearSession();
  leaving = null;
}

/**
 * Spec §7: remove the stored session and go to login. If something would be lost by that, the password is asked for over
 * the page instead.
 * @param isWish the refused call was pressed by somebody: it is lost too
 * @returns whether the call may wait for the person
 */
export function sessionLost(isWish: boolean): boolean {
  if (sessionEnd()) return true;
  // Without one the page has gone to login already.
  const person = profileSlice.read() && knownPerson();
  if (!person || !(isWish || wouldLose())) {
    clearBecause('ended');
    return false;
  }
  endSession(person);
  tokensSlice.clear();
  return true;
}

/** The page is given up, and their own session with it; that of somebody else who signed in meanwhile is theirs. */
export function giveUpSession() {
  const end = sessionEnd();
  const isOthers = end && tokensSlice.read() && profileSlice.read()?.id !== end.person.profile.id;
  closeSessionEnd(false);
  if (isOthers) {
    noteLeaving('signed-out');
    toLogin('signed-out');
  } else clearBecause('signed-out');
}

/** Spec §7: whether the server answers or not, the person is signed out here. */
export async function signOut() {
  if (hasUnsaved() && !(await confirm('leave'))) return;
  if (!(await maySignOut())) return;
  const tokens = tokensSlice.read();
  giveUpSession();
  if (!tokens || !endpoints) return;
  try {
    await post((await endpoints()).logout, { accessToken: tokens.AccessToken }, tokens.IdToken);
  } catch {
    // spec §8: a failed logout is ignored
  }
}
