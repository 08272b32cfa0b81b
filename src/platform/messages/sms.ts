/** SMS through an HTTP gateway. Without one no SMS can leave, and nothing of it is written down (simulator.ts: a demo). */

import { NonsenseAnswer, type OutgoingAnswer, sendOutgoing } from './outgoing.ts';
import { NoSender, OurFault, type OutboxMessage, type Sender, Undeliverable } from './sender.ts';

const TIMEOUT_MS = 20_000;

export type SmsGateway = {
  url: string;
  from: string;
  /** With a user as Basic, alone as Bearer. */
  token?: string | undefined;
  user?: string | undefined;
  /** Private networks that may be reached; undefined: the address is the operator's own and may be anywhere. */
  allowed?: readonly string[] | undefined;
};

/** Answers about the message: its number, its text. */
const REFUSED = new Set([400, 410, 413, 422]);
/** Answers that pass by themselves. */
const BUSY = new Set([408, 425, 429]);

/**
 * Posts `{ id, to, from, text }` as JSON to a gateway (or a small adapter in front of one). The gateway gets the message's id as
 * Idempotency-Key and answers 2xx for accepted, 400, 410, 413 or 422 for refused for good. Other answers below 500, and web pages, are about
 * us: a token, a balance, a sender's name, a wrong address.
 */
export function httpSmsSender(gateway: SmsGateway): Sender {
  return async (message) => {
    const { status, text, type } = await postSms(gateway, message);
    if (status >= 200 && status < 300) return;
    const problem = `SMS gateway answered ${status} ${text.slice(0, 200)}`.trim();
    throw Object.assign(failureOf(status, type.includes('html'), problem), { responseCode: status });
  };
}

function failureOf(status: number, isPage: boolean, problem: string): Error {
  if (status >= 500 || BUSY.has(status)) return new Error(problem);
  return REFUSED.has(status) && !isPage ? new Undeliverable(problem) : new OurFault(problem);
}

/** One message to the gateway, and its answer. A web page is no answer of a gateway: a captive portal, a wrong path. */
export async function postSms(
  gateway: SmsGateway,
  message: OutboxMessage,
  timeoutMs = TIMEOUT_MS,
): Promise<OutgoingAnswer> {
  const answer = await sendOutgoing(gateway.url, {
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': message.id,
      ...authorization(gateway),
    },
    body: JSON.stringify({
      id: message.id,
      to: message.recipient,
      from: gateway.from,
      text: message.text,
    }),
    timeoutMs,
    allowed: gateway.allowed,
  });
  if (answer.status < 300 && answer.type.includes('html')) {
    throw new NonsenseAnswer(`SMS gateway answered ${answer.status} with a web page`);
  }
  return answer;
}

function authorization({ user, token }: SmsGateway): Record<string, string> {
  if (!token) return {};
  // Headers are bytes: what is not ASCII goes as UTF-8.
  if (!user) return { Authorization: `Bearer ${Buffer.from(token).toString('latin1')}` };
  return { Authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` };
}

/** The outbox shows the reason beside each message. */
export const noSmsGateway: Sender = async () => {
  throw new NoSender('no SMS gateway is configured');
};
