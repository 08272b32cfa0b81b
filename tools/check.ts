/**
 * `npm run check`: format and lint, types for server and browser apart, import directions, table owners, file
 * sizes, dead code, and the size of the browser's first pages. Prints what is wrong and fails.
 */
import { spawn } from 'node:child_process';
import { fileSizes } from './file-sizes.ts';
import { wrongImports } from './import-directions.ts';
import { ROOT } from './source-files.ts';
import { foreignWrites } from './table-owners.ts';

type Outcome = { name: string; ok: boolean; text: string };

function command(name: string, program: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`node_modules/${program}`, ...args], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    let text = '';
    const add = (data: Buffer) => {
      text += data.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('close', (code) => resolve({ name, ok: code === 0, text }));
  });
}

function own(name: string, look: () => { problems: string[] } & Record<string, unknown>): Outcome {
  const { problems, ...seen } = look();
  return { name: `${name} ${JSON.stringify(seen)}`, ok: problems.length === 0, text: problems.join('\n') };
}

const started = performance.now();
const outcomes: Outcome[] = [
  own('import directions', wrongImports),
  own('table owners', foreignWrites),
  own('file sizes', fileSizes),
  ...(await Promise.all([
    command('format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
    command('types of the server', 'typescript/bin/tsc', '-p', 'tsconfig.json'),
    command('types of the browser', 'typescript/bin/tsc', '-p', 'tsconfig.web.json'),
    command('types of the browser tests', 'typescript/bin/tsc', '-p', 'tsconfig.e2e.json'),
  ])),
  ...(await Promise.all([command('dead code', 'knip/bin/knip.js', '--no-progress'), bundle()])),
];

/** Builds the browser side where its sources changed, as `npm start` does, and weighs it. */
async function bundle(): Promise<Outcome> {
  const built = await command('browser build', '../tools/build-browser.ts');
  return built.ok ? command('browser sizes', '../tools/check-bundle.ts') : built;
}

for (const { name, ok, text } of outcomes) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`);
  if (!ok) console.log(text.trim().split('\n').slice(0, 60).join('\n'));
}
const failed = outcomes.filter((outcome) => !outcome.ok).length;
console.log(
  `check: ${outcomes.length - failed} passed, ${failed} failed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
process.exit(failed === 0 ? 0 : 1);
