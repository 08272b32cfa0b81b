/** The real program is told to stop while pictures are opened that ask for endless work: it ends, and its processes too. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { processesOf, startProcess, until } from '#test/process.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f"><feGaussianBlur stdDeviation="200"/></filter>${'<g filter="url(#f)">'.repeat(12)}<rect width="3000" height="3000"/>${'</g>'.repeat(12)}</svg>`;

const app = await testApp({ now: new Date().toISOString() });
const folder = temporaryFolder();
const isChildOf = (pid: number, parent: number) => {
  try {
    return new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('SIGTERM ends the program while four pictures are being opened', async () => {
  const people = [await app.consumer(), await app.consumer('Karima Khatun')];
  const DATA_DIR = join(folder, 'data');
  mkdirSync(DATA_DIR, { recursive: true });
  writeFileSync(join(DATA_DIR, 'secrets.json'), JSON.stringify(app.platform.secrets));
  const program = startProcess(process.execPath, ['src/main.ts', '--no-browser'], {
    env: {
      ...{ DATA_DIR, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' },
      ...{ DATABASE_URL: app.ownerUrl, DATABASE_APP_URL: app.appUrl },
    },
  });
  const [, port] = await program.waitFor(/ready after [\d.]+ s: \S+:(\d+)/);
  const answers = [...people, ...people].map(({ idToken }) => {
    const body = new FormData();
    body.append('file', new Blob([DRAWING]), 'plan.svg');
    return fetch(`http://127.0.0.1:${port}/api/main/file-upload?kind=image`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${idToken}` },
    }).then(
      ({ status }) => status,
      () => 'cut',
    );
  });
  const drawing = () => processesOf('picture-process.ts').filter((pid) => isChildOf(pid, program.pid));
  // Looked at one time: a process can end between two looks.
  const pids = await until(() => {
    const found = drawing();
    return found.length === 2 ? found : null;
  });
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  for (const status of await Promise.all(answers)) expect([503, 429, 'cut']).toContain(status);
  await until(() => drawing().length === 0);
  expect(pids).toHaveLength(2);
});
