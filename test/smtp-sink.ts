/** A small SMTP server for tests: speaks the protocol over a real socket and keeps the mails it was given. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type SinkMail = {
  from: string;
  to: string[];
  headers: Record<string, string>;
  subject: string;
  text: string;
};

type SinkOptions = {
  /** Recipient -> SMTP status with which it is refused. */
  refuse?: Record<string, number>;
  /** SMTP status with which each sender is refused. */
  refuseFrom?: number;
  /** Takes no password. */
  refuseSignIn?: boolean;
};

export async function smtpSink(options: SinkOptions = {}) {
  const mails: SinkMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    converse(socket, mails, options).catch(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function converse(
  socket: Socket,
  mails: SinkMail[],
  { refuse = {}, refuseFrom, refuseSignIn }: SinkOptions,
): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let from = '';
  let to: string[] = [];
  let data: string[] | undefined;
  say('220 sink');
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (data && line === '.') {
      mails.push({ from, to, ...parse(data) });
      data = undefined;
      to = [];
      say('250 kept');
    } else if (data) {
      data.push(line.startsWith('..') ? line.slice(1) : line);
    } else if (/^MAIL FROM:/i.test(line)) {
      from = /<([^>]*)>/.exec(line)?.[1] ?? '';
      say(refuseFrom ? `${refuseFrom} sender refused` : '250 ok');
    } else if (/^RCPT TO:/i.test(line)) {
      const recipient = /<([^>]*)>/.exec(line)?.[1] ?? '';
      const status = refuse[recipient];
      if (!status) to.push(recipient);
      say(status ? `${status} refused` : '250 ok');
    } else if (refuseSignIn && /^EHLO/i.test(line)) {
      say('250-sink\r\n250 AUTH PLAIN');
    } else if (refuseSignIn && /^AUTH/i.test(line)) {
      say('535 wrong password');
    } else if (/^DATA/i.test(line)) {
      data = [];
      say('354 go on');
    } else if (/^QUIT/i.test(line)) {
      say('221 bye');
      socket.end();
    } else {
      say('250 ok');
    }
  }
}

function parse(lines: string[]): Omit<SinkMail, 'from' | 'to'> {
  const blank = lines.indexOf('');
  const unfolded = lines
    .slice(0, blank)
    .join('\n')
    .replace(/\n[ \t]/g, ' ')
    .split('\n');
  const headers = Object.fromEntries(
    unfolded.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = lines.slice(blank + 1).join('\r\n');
  const encoding = headers['content-transfer-encoding'];
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? bytesOf(body.replace(/=\r\n/g, ''), /=([0-9A-F]{2})/g)
        : body;
  return { headers, subject: words(headers.subject ?? ''), text };
}

/** RFC 2047 encoded words. */
function words(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?');
  const buffers = [...joined.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, how, word = '']) =>
    how?.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64')
      : Buffer.from(bytesOf(word.replaceAll('_', ' '), /=([0-9A-F]{2})/gi)),
  );
  return buffers.length > 0 ? Buffer.concat(buffers).toString() : text;
}

function bytesOf(text: string, escapes: RegExp): string {
  return Buffer.from(
    text.replace(escapes, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}
