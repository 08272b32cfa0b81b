/** Builds the browser side when its sources have changed since the last build; the hash of both is in .cache. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FIRST_VIEW_FOLDER } from '../http/first-view/first-views.ts';
import { compressFiles } from './compress-files.ts';
import { StartError } from './start-error.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The built browser side. */
export const BROWSER_FOLDER = join(ROOT, 'dist');
const CACHE = join(ROOT, '.cache');
const HASH_FILE = join(CACHE, 'browser-sources.hash');

const SINGLE_FILES = [
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'package.json',
  'package-lock.json',
  'src/browser.tsx',
  'src/browser-texts.ts',
  'src/first-view.ts',
  'src/browser-staff.ts',
  'src/browser-words.ts',
  'src/browser-commands.ts',
  'src/browser-outbox.ts',
  'tools/browser/bare-endpoints.ts',
  'tools/browser/component-styles.ts',
  'tools/browser/first-load.ts',
  'tools/browser/lean-document.ts',
  'src/platform/start/compress-files.ts',
];
const SERVER_ONLY = /(\/actions\/|\.test\.tsx?$|\/(queries|routes|jobs|factory)\.ts$|\.(md|sql)$)/;

/** Makes dist/ fit its sources; `print` says that this takes a while. */
export async function buildBrowser(print: (text: string) => void, signal: AbortSignal): Promise<void> {
  const hash = hashSources(ROOT);
  if (
    existsSync(join(BROWSER_FOLDER, 'index.html')) &&
    existsSync(HASH_FILE) &&
    readFileSync(HASH_FILE, 'utf8') === hash
  ) {
    return;
  }
  print('Building the browser side …');
  // Built aside and renamed: a browser never gets half a build, and two starts at once do not mix theirs.
  const aside = join(CACHE, `dist-${process.pid}`);
  mkdirSync(CACHE, { recursive: true });
  try {
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const build = (...args: string[]) =>
      promisify(execFile)(process.execPath, [vite, 'build', ...args, '--emptyOutDir', '--logLevel', 'warn'], {
        cwd: ROOT,
        env: { ...process.env, NODE_ENV: 'production', FORCE_COLOR: '0' },
        signal,
      });
    await build('--outDir', aside);
    await compressFiles(aside);
    await build('--ssr', 'src/first-view.ts', '--outDir', join(aside, FIRST_VIEW_FOLDER));
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    signal.throwIfAborted();
    const { stderr, message } = error as Error & { stderr?: string };
    throw new StartError(`The browser side could not be built: ${withoutStack(stderr || message)}`);
  }
  putInPlace(aside);
  writeFileSync(HASH_FILE, hash);
}

const TRIES = 20;

/**
 * Two starts at once made the same build: the second one puts its own in the place of the other's. The old one is moved away
 * in one step and deleted there, because deleting hundreds of files in place takes longer than the other start needs.
 */
function putInPlace(built: string): void {
  const moved: string[] = [];
  for (let tries = 1; ; tries += 1) {
    const old = `${built}-old-${tries}`;
    try {
      renameSync(BROWSER_FOLDER, old);
      moved.push(old);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    try {
      renameSync(built, BROWSER_FOLDER);
      break;
    } catch (error) {
      if (tries === TRIES || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
  for (const old of moved) rmSync(old, { recursive: true, force: true, maxRetries: 5 });
}

/** The key of a build: names and content of all files that can be part of it. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  const folders = ['src/web', 'src/shared', 'src/domains'].flatMap((folder) => filesBelow(root, folder));
  for (const file of [...SINGLE_FILES, ...folders]) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !SERVER_ONLY.test(path))
    .sort();
}

function withoutStack(output: string): string {
  return (output.split(/^ {4}at /m)[0] ?? '').trim();
}
