/** `npm run dev`: the server, started anew when a server file changes, and Vite in front of it (port 5173). */
import { spawn } from 'node:child_process';
import { ROOT } from './source-files.ts';

const children = [
  ['--watch-path=src/domains', '--watch-path=src/platform', '--watch-path=src/shared', 'src/main.ts'],
  ['node_modules/vite/bin/vite.js'],
].map((args) =>
  spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  }),
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
await Promise.all(children.map((child) => new Promise((resolve) => child.on('close', resolve))));
