/** Runs one step of `npm test` and reads from its output how many tests passed, failed and were skipped. */
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './source-files.ts';

export type Counts = { passed: number; failed: number; skipped: number };

/** Runs a script of node_modules or of this project with the same Node; what it prints is shown as it comes. */
export function runStep(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ ok: boolean; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        text += data.toString();
        process.stdout.write(data);
      });
    }
    child.on('close', (code) => resolve({ ok: code === 0, text }));
  });
}

/** Counts in Vitest's line "Tests  2 failed | 30 passed | 1 skipped (33)": its last, and in colour or not. */
export function vitestCounts(text: string): Counts {
  const lines = [...stripVTControlCharacters(text).matchAll(/^\s*Tests\s+(.*)$/gm)];
  return counts(lines.at(-1)?.[1] ?? '');
}

/** Counts in Playwright's closing lines "  2 failed", "  30 passed (1.2m)". */
export function playwrightCounts(text: string): Counts {
  return counts(stripVTControlCharacters(text).split('\n').slice(-15).join('\n'));
}

function counts(text: string): Counts {
  const number = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0);
  return { passed: number('passed'), failed: number('failed'), skipped: number('skipped') };
}
