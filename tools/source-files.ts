/** The project's own source files and what they import; read by the checks of directions, sizes and ownership. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

/** Files that git knows or would add, below the project's folder, still there. */
export function sourceFiles(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const deleted = new Set(
    execFileSync('git', ['ls-files', '-d'], { cwd: ROOT, encoding: 'utf8' }).split('\n'),
  );
  return listed.split('\n').filter((file) => pattern.test(file) && !deleted.has(file));
}

export function readSource(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

const PREFIXES: Record<string, string> = {
  '#shared/': 'src/shared/',
  '#platform/': 'src/platform/',
  '#web/': 'src/web/',
  '#domains/': 'src/domains/',
  '#app/': 'src/',
  '#test/': 'test/',
  '#tools/': 'tools/',
};

/** Without types and without `import()`: what is loaded before the file itself runs. */
const STATIC_IMPORT =
  /(?:^|\n)(?:import|export)\s(?!\s*type\s)[^'"`;]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'/g;

/** Files of the project that a file imports, as paths from the project's folder; packages are left out. */
export function importsOf(file: string): string[] {
  return targets(file, IMPORT);
}

/** Files of the project that Node or a browser loads before this file runs. */
export function loadedBy(file: string): string[] {
  return targets(file, STATIC_IMPORT);
}

function targets(file: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const [, ...groups] of readSource(file).matchAll(pattern)) {
    const target = groups.find((group) => group !== undefined) ?? '';
    const prefix = Object.keys(PREFIXES).find((start) => target.startsWith(start));
    if (prefix) found.push(PREFIXES[prefix] + target.slice(prefix.length));
    else if (target.startsWith('.')) found.push(normalize(join(dirname(file), target)));
  }
  return found;
}
