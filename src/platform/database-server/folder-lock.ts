/**
 * One program for each data folder. The lock is a socket in Linux' abstract namespace: the kernel takes it back
 * when the program ends, however it ends, so no stale lock file can exist.
 */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { StartError } from '../start/start-error.ts';

/** Takes the lock of a data folder, or says who has it. Returns the release. */
export async function lockFolder(dataFolder: string): Promise<() => void> {
  const key = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 24);
  const path = `\0jolkol-${key}`;
  const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)));
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const holder = await lockHolder(path);
    throw new StartError(
      `Jolkol already runs on the data folder ${dataFolder} (process ${holder}): stop it, or set DATA_DIR to another folder.`,
    );
  }
  server.unref();
  return () => server.close();
}

function lockHolder(path: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    connect(path)
      .setEncoding('utf8')
      .setTimeout(2000, () => resolve('unknown'))
      .on('data', (chunk) => {
        text += chunk;
      })
      .on('error', () => resolve('unknown'))
      .on('end', () => resolve(text || 'unknown'));
  });
}
