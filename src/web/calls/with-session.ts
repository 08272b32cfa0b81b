/**
 * A call of somebody who is signed in. 403: one refresh, one retry (spec §7). If the session is over, the call waits for
 * the layer in which the same person signs in again, and is sent again: a 403 means that nothing was executed.
 */
import type { Endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { refreshSession, sessionLost } from '../session/keep-session.ts';
import { tokensSlice } from '../session/session.ts';
import { personIsBack, sessionEnd } from '../session/session-end.ts';
import { markUnderWay } from '../state/unsaved.ts';
import { CallError } from './call-error.ts';
import { randomKey } from './random-key.ts';

/** Somebody pressed something for it; pages ask by themselves for what they show. */
function isWish({ method, kind }: Endpoint): boolean {
  return method !== 'GET' || kind === 'download';
}

/** @param send sends once, with the tokens that are stored by then */
export async function withSession<R extends { status: number }>(
  endpoint: Endpoint,
  send: () => Promise<R>,
  signal?: AbortSignal,
): Promise<R> {
  if ('public' in endpoint.access) return send();
  const id = randomKey();
  // While it is under way, no other call takes the page to login.
  markUnderWay(id, isWish(endpoint));
  try {
    return await sendUntilAnswered(endpoint, send, signal);
  } finally {
    markUnderWay(id, false);
  }
}

async function sendUntilAnswered<R extends { status: number }>(
  endpoint: Endpoint,
  send: () => Promise<R>,
  signal: AbortSignal | undefined,
): Promise<R> {
  for (;;) {
    // Also before the first try: the stored session may be another person's by now.
    if (sessionEnd() && !(await personIsBack(isWish(endpoint))))
      throw new CallError(commonErrors.not_signed_in.status, commonErrors.not_signed_in);
    signal?.throwIfAborted();
    const token = tokensSlice.read()?.IdToken;
    let sent = await send();
    if (sent.status !== 403) return sent;
    if (token && (await refreshSession(token))) {
      sent = await send();
      if (sent.status !== 403) return sent;
    }
    if (!sessionEnd() && !token) return sent;
    if (!sessionLost(isWish(endpoint))) return sent;
  }
}
