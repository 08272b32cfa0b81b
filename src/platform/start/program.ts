/**
 * A run of the program from its settings to its end: database, migrations, browser side, application. Ctrl-C or
 * SIGTERM stops all of it in the reverse order. A start that cannot succeed says why in one sentence, exit code 1.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { Service } from '#shared/endpoint.ts';
import { isDatabaseAway } from '../http/errors.ts';
import { buildBrowser } from './browser-build.ts';
import { type Config, readConfig } from './config.ts';
import { startDatabase, startSentence } from './start-database.ts';
import { StartError } from './start-error.ts';

/** After this long a stop stops waiting; PostgreSQL's watchdog then ends it cleanly. */
const STOP_TIMEOUT_MS = 30_000;

/** Serves the chosen services and runs jobs (config.worker) on a migrated database. */
export type StartApplication = (options: {
  /** With the port that is free and the address that people use. */
  config: Config & { publicUrl: string };
  ownerUrl: string;
  appUrl: string;
  services: Service[];
  log: Logger;
}) => Promise<{
  stop(): Promise<void>;
  setupLink?: string | undefined;
  /** Printed below the address. */
  notice?: string;
}>;

type Run = { interrupted: AbortSignal; closers: (() => Promise<void>)[]; dataFolder: string };

/** Runs until it is stopped; ends the process. */
export async function runProgram(loadApplication: () => Promise<StartApplication>): Promise<never> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());
  const run: Run = { interrupted: interruption.signal, closers: [], dataFolder: '.' };
  process.on('unhandledRejection', (error) => {
    // The job library lets go of promises while PostgreSQL is away; it is started again (jobs.ts). Anything else is
    // a mistake of ours: out, and the data folder is as safe as after a kill.
    if (isDatabaseAway(error)) return;
    process.stderr.write(`${(error as Error)?.stack ?? error}\n`);
    process.exit(1);
  });
  let exitCode = 0;
  try {
    await start(run, loadApplication);
    await aborted(run.interrupted);
  } catch (error) {
    if (!run.interrupted.aborted) {
      exitCode = 1;
      process.stderr.write(`${startSentence(error, run.dataFolder) ?? (error as Error).stack ?? error}\n`);
    }
  }
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  for (const close of run.closers.reverse()) await close();
  process.exit(exitCode);
}

/** Everything that runs is put on `closers` as soon as it does. */
async function start(run: Run, loadApplication: () => Promise<StartApplication>): Promise<void> {
  const asked = settings();
  run.dataFolder = asked.dataFolder;
  const port = asked.services.length > 0 ? await takePort(asked) : asked.port;
  const config = { ...asked, port, publicUrl: asked.publicUrl ?? `http://localhost:${port}` };
  const log = pino({ level: config.logLevel });
  if (!config.database && !existsSync(join(config.dataFolder, 'database.json'))) {
    print(`Making a database in ${config.dataFolder} …`);
  }
  const { ownerUrl, appUrl, stop } = await startDatabase({ ...config, log });
  run.closers.push(stop);
  run.interrupted.throwIfAborted();
  if (config.browser) await buildBrowser(print, run.interrupted);
  const startApplication = await loadApplication();
  run.interrupted.throwIfAborted();
  const application = await startApplication({ config, ownerUrl, appUrl, services: config.services, log });
  run.closers.push(application.stop);
  announce(config, application);
}

function settings(): Config {
  const result = readConfig(process.env, process.argv.slice(2));
  for (const warning of result.warnings) process.stderr.write(`Warning: ${warning}\n`);
  if ('config' in result) return result.config;
  const count = result.mistakes.length;
  const heading = count === 1 ? 'A setting is wrong' : `${count} settings are wrong`;
  throw new StartError(
    [`${heading}; docs/operations.md explains them all:`, ...result.mistakes.map((text) => `  ${text}`)].join(
      '\n',
    ),
  );
}

/** Refuses a busy port before anything is started; answers the port, a free one for 0. */
function takePort({ host, port }: Config): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is busy: stop the program that uses it, or set PORT to another one, for example "PORT=${port + 1} npm start".`
          : `Jolkol cannot listen on ${host}:${port} (${error.code}): correct HOST or PORT.`;
      reject(new StartError(sentence));
    });
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

type Announced = { setupLink?: string | undefined; notice?: string };

function announce(config: Config & { publicUrl: string }, { setupLink, notice }: Announced): void {
  const seconds = process.uptime().toFixed(1);
  print(
    config.services.length > 0
      ? `Jolkol is ready after ${seconds} s: ${config.publicUrl}`
      : `Jolkol runs background jobs, ready after ${seconds} s.`,
  );
  if (setupLink) print(`Set it up here (the link works once): ${setupLink}`);
  if (notice) print(notice);
  print('Ctrl-C stops it.');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  // The server keeps the process alive meanwhile; a run of jobs only has its database connections for that.
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}
