/** The real program on an empty data folder, as `npm start` runs it, with its printed link and its messages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';
import { type Database, type Db, openDatabase } from '#platform/database/db.ts';
import { urls } from '#platform/database-server/roles.ts';
import { SERVICES } from '#shared/endpoint.ts';
import { makeFastFolder } from '#test/fast-folder.ts';
import { type SinkSms, smsSink } from '#test/sms-sink.ts';
import { type SinkMail, smtpSink } from '#test/smtp-sink.ts';
import { ZONE } from '#test/zone.ts';
import { ROOT } from '#tools/source-files.ts';

export type Program = {
  url: string;
  setupLink: string;
  dataFolder: string;
  database: Database;
  /** The store of files, if the browser gets them there and not from the program. */
  bucketUrl?: string;
  /** For what the program's own role may not change. */
  asOwner<T>(ask: (db: Db) => Promise<T>): Promise<T>;
  /** Text of the next message to a number that was sent after `since`. */
  smsTo(phone: string, since: Date): Promise<string>;
  /** Text of the last mail to an address, as the program's mail server got it. */
  mailTo(address: string): Promise<string>;
  stop(): Promise<void>;
};

const START_MS = 120_000;
const MESSAGE_MS = 20_000;

/**
 * Starts it on a free port; everything it wrote is gone after `stop`.
 * @param from `other-origins`: the browser has the page from `localhost` and calls all services at `127.0.0.1`, which
 *   is another origin to it, as if other processes served them; files are in a bucket, which is a third one
 */
export async function startProgram(from?: 'other-origins'): Promise<Program> {
  const dataFolder = makeFastFolder('jolkol-e2e-');
  chmodSync(dataFolder, 0o711);
  const post = await smtpSink();
  const gateway = await smsSink();
  const bucket = from === 'other-origins' ? await startBucket() : undefined;
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...{ DATA_DIR: dataFolder, PORT: '0', LOG_LEVEL: 'error', TIME_ZONE: ZONE },
      ...(bucket ? { ...servicesAt(await freePort()), ...bucket.settings } : {}),
      // People of a test sign in faster than people do.
      RATE_LIMIT_FACTOR: '100',
      GATEWAY_SIMULATORS: 'on',
      // The mail server that a test sets on the screens runs on this machine.
      PRIVATE_HOSTS: '127.0.0.1',
      ...{ SMTP_URL: post.url, SMTP_FROM: 'Jolkol <no-reply@utility.test>', SMS_URL: gateway.url },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = async () => {
    await ended(child);
    await post.close();
    await gateway.close();
    await bucket?.stop();
    // PostgreSQL's last files may still come while the folder is emptied.
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  const [, url = '', setupLink = ''] = await printed(
    child,
    /ready after .*?: (\S+)[\s\S]*?: (\S+\/setup#\S+)/,
  ).catch(async (error) => {
    await end();
    throw error;
  });
  const { app, owner } = urlsOf(dataFolder);
  const database = openDatabase(app, {
    ...{ max: 2, name: 'jolkol-e2e', timeZone: ZONE, keepsParsed: true },
  });
  return {
    url,
    setupLink,
    dataFolder,
    database,
    ...(bucket ? { bucketUrl: bucket.settings.S3_ENDPOINT } : {}),
    asOwner: async (ask) => {
      const opened = openDatabase(owner, { max: 1, name: 'jolkol-e2e-owner', timeZone: ZONE });
      return ask(opened.db).finally(() => opened.close());
    },
    smsTo: (phone, since) => smsTo(gateway.messages, phone, since),
    mailTo: (address) => mailTo(post.mails, address),
    stop: async () => {
      await database.close();
      await end();
    },
  };
}

function servicesAt(port: number): Record<string, string> {
  const names = SERVICES.map((service) => `${service.toUpperCase()}_URL`);
  const address = `http://127.0.0.1:${port}`;
  return { PORT: String(port), ...Object.fromEntries(names.map((name) => [name, address])) };
}

/** An S3-compatible store on this machine. */
async function startBucket() {
  const directory = makeFastFolder('jolkol-bucket-');
  const [name, key] = ['jolkol', 'S3RVER'];
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name, configs: [] }],
  });
  const { port } = await server.run();
  const settings = {
    ...{ S3_BUCKET: name, S3_ENDPOINT: `http://127.0.0.1:${port}` },
    ...{ S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key },
  };
  const stop = async () => {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { settings, stop };
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`no start within ${START_MS} ms: ${text}`)), START_MS);
    child.stdout?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const found = text.match(pattern);
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${text}`)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

function urlsOf(dataFolder: string) {
  const { home, passwords } = JSON.parse(readFileSync(join(dataFolder, 'database.json'), 'utf8'));
  return urls(join(dataFolder, home, 'run'), passwords);
}

async function smsTo(messages: readonly SinkSms[], phone: string, since: Date): Promise<string> {
  for (const end = Date.now() + MESSAGE_MS; Date.now() < end; await sleep(100)) {
    const message = messages.findLast(({ to, at }) => to === phone && at >= since);
    if (message) return message.text;
  }
  throw new Error(`no message to ${phone}`);
}

async function mailTo(mails: readonly SinkMail[], address: string): Promise<string> {
  for (const end = Date.now() + MESSAGE_MS; Date.now() < end; await sleep(100)) {
    const mail = mails.findLast(({ to }) => to.includes(address));
    if (mail) return mail.text;
  }
  throw new Error(`no mail to ${address}`);
}
