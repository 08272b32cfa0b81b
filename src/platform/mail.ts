/** Sends mail over SMTP. The Message-ID is the outbox row's id, so that a repeated try is the same mail. */
import { createTransport } from 'nodemailer';
import { type Sender, Undeliverable } from './outbox.ts';

const TIMEOUT_MS = 20_000;

/**
 * A sender over an SMTP server.
 * @param options url: smtp://user:password@host:587 or smtps://…; from: `Jolkol <no-reply@utility.example>`
 */
export function smtpSender(options: { url: string; from: string }): Sender & { close(): void } {
  const transport = createTransport(
    {
      url: options.url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    // Message contents never come from files or addresses on the network.
    { from: options.from, disableFileAccess: true, disableUrlAccess: true },
  );
  const domain = /@([A-Za-z0-9.-]+)/.exec(options.from)?.[1] ?? 'jolkol.invalid';
  const send: Sender = async (message) => {
    try {
      await transport.sendMail({
        to: message.recipient,
        subject: message.subject ?? '',
        text: message.text,
        messageId: `<${message.id}@${domain}>`,
        headers: { 'Content-Language': message.language, 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw isRefusal(error) ? new Undeliverable(String(error), { cause: error }) : error;
    }
  };
  return Object.assign(send, { close: () => transport.close() });
}

/** Without a mail server no mail can leave; the outbox shows the reason beside each message. */
export const noMailServer: Sender = async () => {
  throw new Undeliverable('no mail server is configured');
};

/** SMTP 5xx for this recipient or content is final; 4xx and network errors are not (RFC 5321 §4.2.1). */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return false;
  return typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}
