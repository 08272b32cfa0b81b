/**
 * Vitest's global set-up: a PostgreSQL for the whole run, started when a test file first asks for it. Tests of rules
 * never ask, so they run without one. The files run in processes of their own and ask over a socket.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseServer } from '#platform/database-server/database-server.ts';

export type TestServer = { superuserUrl: string; ownerUrl: string; appUrl: string; template: string };
/** What the socket answers, as JSON. */
export type TestServerAnswer = { server: TestServer } | { problem: string };

declare module 'vitest' {
  export interface ProvidedContext {
    testServerSocket: string;
  }
}

type Project = { provide(key: 'testServerSocket', path: string): void };

/** What this returns is run at the end. */
export async function setup(project: Project, start = startServer): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'jolkol-test-'));
  chmodSync(folder, 0o700);
  let started: Promise<DatabaseServer> | undefined;
  const answer = async (): Promise<TestServerAnswer> => {
    try {
      started ??= start();
      const { superuserUrl, ownerUrl, appUrl } = await started;
      return { server: { superuserUrl, ownerUrl, appUrl, template: 'jolkol' } };
    } catch (error) {
      return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  const asked = createServer((socket) => {
    socket.on('error', () => undefined);
    void answer().then((reply) => socket.end(JSON.stringify(reply)));
  });
  const path = join(folder, 'database');
  await new Promise<void>((resolve, reject) => asked.once('error', reject).listen(path, resolve));
  project.provide('testServerSocket', path);
  return async () => {
    asked.close();
    const server = await started?.catch(() => undefined);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function startServer(): Promise<DatabaseServer> {
  const { startThrowAwayServer } = await import('./throw-away-server.ts');
  return startThrowAwayServer();
}
