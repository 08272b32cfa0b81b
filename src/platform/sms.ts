/** SMS through an HTTP gateway, or, where none is configured, to the log and platform.sms_log. */
import type { Logger } from 'pino';
import { type Db, sql } from './db.ts';
import { type Sender, Undeliverable } from './outbox.ts';

const TIMEOUT_MS = 20_000;

/**
 * Posts `{ id, to, from, text }` as JSON to a gateway (or a small adapter in front of one). The gateway gets
 * the message's id as Idempotency-Key and answers 2xx for accepted, 4xx for refused for good.
 */
export function httpSmsSender(options: { url: string; token?: string; from: string }): Sender {
  return async (message) => {
    const answer = await fetch(options.url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': message.id,
        ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}),
      },
      body: JSON.stringify({
        id: message.id,
        to: message.recipient,
        from: options.from,
        text: message.text,
      }),
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    const problem = `SMS gateway answered ${answer.status}`;
    // 401, 403 and 429 are about us, not about the message: they can pass.
    const final =
      answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status);
    throw final ? new Undeliverable(problem) : new Error(problem);
  };
}

/** For development and the demo only: nothing leaves the machine, the text can be read in the log. */
export function developmentSmsSender(db: Db, log: Logger): Sender {
  return async (message) => {
    await sql`insert into platform.sms_log (id, recipient, body)
      values (${message.id}, ${message.recipient}, ${message.text}) on conflict (id) do nothing`.execute(db);
    log.info({ to: message.recipient, text: message.text }, 'development SMS');
  };
}
