/** What a try to send came to, as a word that the screen explains; the server's own answer is beside it. */

export const TEST_OUTCOMES = [
  'accepted',
  'refused',
  'sign_in',
  'tls',
  'timeout',
  'unreachable',
  'private',
  'nonsense',
] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];
export type Tried = { outcome: TestOutcome; answer: string };

const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ETLS|EPROTO)/;

/** Of an error of the network, the mail library or the gateway's answer. */
export function outcomeOf(error: unknown): Tried {
  const { name, code, response, message, responseCode } = error as Partial<
    Record<'name' | 'code' | 'response' | 'message', string> & { responseCode: number }
  >;
  const answer = String(response ?? message ?? error);
  const outcome = (): TestOutcome => {
    if (name === 'ForbiddenHost') return 'private';
    if (name === 'NonsenseAnswer' || code?.startsWith('HPE_') || code === 'EPROTOCOL') return 'nonsense';
    if (code === 'EAUTH') return 'sign_in';
    if ((code && TLS_CODES.test(code)) || /STARTTLS|certificate|SSL|wrong version number/i.test(answer))
      return 'tls';
    if (code === 'ETIMEDOUT' || name === 'TimeoutError' || name === 'AbortError') return 'timeout';
    if (typeof responseCode === 'number') return 'refused';
    return 'unreachable';
  };
  return { outcome: outcome(), answer };
}

/** Of what an SMS gateway answered over HTTP. */
export function outcomeOfStatus(status: number, text: string): Tried {
  const answer = `HTTP ${status} ${text}`.trim();
  if (status >= 200 && status < 300) return { outcome: 'accepted', answer };
  return { outcome: status === 401 || status === 403 ? 'sign_in' : 'refused', answer };
}
