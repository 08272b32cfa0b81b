/** Sends mail over SMTP. The Message-ID is the outbox row's id, so that a repeated try is the same mail. */
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import {
  MAILS_AT_ONCE,
  NoSender,
  OurFault,
  type OutboxMessage,
  type Sender,
  Undeliverable,
} from './sender.ts';

const TIMEOUT_MS = 20_000;

/** A mail server that was set on the screens; `address` is what its host's name led to. */
export type MailServer = {
  host: string;
  address: string;
  port: number;
  /** tls from the first byte (465), starttls required before anything else (587), none: in clear. */
  security: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
  from: string;
  replyTo: string;
};

export type MailSender = Sender & {
  /** Sends one message and gives the server's answer to it. */
  answer(message: OutboxMessage): Promise<string>;
  close(): void;
};

/**
 * A sender over an SMTP server.
 * @param options url: smtp://user:password@host:587 or smtps://…; from: `Jolkol <no-reply@utility.example>`
 */
export function smtpSender(options: { url: string; from: string }): MailSender {
  return sender({ url: options.url }, { from: options.from });
}

/** @param timeoutMs for each step; a person who waits for a test waits shorter */
export function serverSender(server: MailServer, timeoutMs = TIMEOUT_MS): MailSender {
  const { host, address, port, security, user, password } = server;
  const connection = {
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
    ...(user ? { auth: { user, pass: password } } : {}),
  };
  return sender(connection, { from: server.from, replyTo: server.replyTo }, timeoutMs);
}

function sender(
  connection: object,
  { from, replyTo }: { from: string; replyTo?: string },
  timeoutMs = TIMEOUT_MS,
): MailSender {
  const transport = createTransport(
    {
      ...connection,
      pool: true,
      maxConnections: MAILS_AT_ONCE,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
    // Message contents never come from files or addresses on the network.
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'jolkol.invalid';
  const answer = async (message: OutboxMessage) => {
    const { response } = await transport.sendMail({
      to: message.recipient,
      subject: message.subject ?? '',
      text: message.text,
      messageId: `<${message.id}@${domain}>`,
      headers: { 'Content-Language': message.language, 'Auto-Submitted': 'auto-generated' },
      ...(replyTo ? { replyTo } : {}),
    });
    return response;
  };
  const send: Sender = async (message) => {
    try {
      await answer(message);
    } catch (error) {
      throw failureOf(error);
    }
  };
  return Object.assign(send, { answer, close: () => transport.close() });
}

/** Without a mail server no mail can leave; the outbox shows the reason beside each message. */
export const noMailServer: Sender = async () => {
  throw new NoSender('no mail server is configured');
};

/** SMTP 5xx at the recipient or at the content is about them. */
const ABOUT_MESSAGE = new Set(['RCPT TO', 'DATA']);
/** The server wants us to sign in, or does not take how we do, at any command. */
const SIGN_IN = new Set([530, 534, 535, 538]);

/**
 * SMTP 4xx and network errors pass by themselves (RFC 5321 §4.2.1). 5xx for this recipient or content is final; before them it is about us: the
 * sender's address, our own address, the password.
 */
function failureOf(error: unknown): unknown {
  const {
    code,
    responseCode = 0,
    command,
  } = error as { code?: string; responseCode?: number; command?: string };
  if (code !== 'EAUTH' && (responseCode < 500 || responseCode > 599)) return error;
  const isRefusal = code !== 'EAUTH' && ABOUT_MESSAGE.has(command ?? '') && !SIGN_IN.has(responseCode);
  const Failure = isRefusal ? Undeliverable : OurFault;
  return Object.assign(new Failure(String(error), { cause: error }), { code, responseCode });
}
