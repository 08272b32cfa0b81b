/** A domain that `npm run new-domain` writes works at once: tried in a copy of the checkout. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { ROOT, sourceFiles } from './source-files.ts';

const copy = temporaryFolder();
for (const file of sourceFiles(/^(?!node_modules$)./)) cpSync(join(ROOT, file), join(copy, file));
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).trim();
git('init', '--quiet');
// A link is no folder to the rule of .gitignore.
writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
// What changes afterwards is seen against this.
git('add', '--all');

/** The marks of this run's own worker would make the inner one believe that it is a worker. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|TEST$|NODE_ENV$)/.test(name)),
);

type Ended = { ok: boolean; text: string };

/** Runs a script of the copy, or of its packages. */
function run(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: copy, env: { ...environment, NO_COLOR: '1' }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, args, options, (error, out, err) =>
      resolve({ ok: error === null, text: out + err }),
    );
  });
}
const newDomain = (...args: string[]) => run('tools/new-domain.ts', ...args);
const changed = () => git('diff', '--numstat');
const added = () => git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);

const TANKERS = ['tankers', '--after', 'meters', '--bn', 'ট্যাংকার'];
const [, ...REST] = TANKERS;

test.each([
  ['no name', ['--after', 'meters', '--bn', 'ট্যাংকার'], 'Say its name'],
  ['a name that is no folder', ['Tankers', ...REST], 'Say its name'],
  ['two names', ['tankers', 'lorries', ...REST], 'One domain at a time'],
  ['an option that it does not know', [...TANKERS, '--colour', 'red'], "Unknown option '--colour'"],
  ['no place among the domains', ['tankers', '--bn', 'ট্যাংকার'], '--after says behind which domain'],
  ['no Bengali name', ['tankers', '--after', 'meters'], '--bn is its name in Bengali'],
  ['a Bengali name in Latin letters', ['tankers', '--after', 'meters', '--bn', 'Tanker'], '--bn is its name'],
  [
    'a Bengali name with a quotation mark',
    ['tankers', '--after', 'meters', '--bn', "ট্যাং'কার"],
    '--bn is its name',
  ],
  ['a domain that is there', ['meters', ...REST], 'src/domains/meters exists already'],
  ['a schema that is there', ['platform', ...REST], 'has opened a schema of this name already'],
  ['permissions that are there', ['readings', ...REST], 'Another domain has permissions readings:'],
  ['records that are there', ['tankers', '--noun', 'meter', ...REST], 'records that are called meter'],
])('refuses %s, says so, and writes nothing', async (_what, args, sentence) => {
  const { ok, text } = await newDomain(...args);
  expect(text).toContain(sentence);
  expect(ok).toBe(false);
  expect([changed(), added()]).toEqual(['', []]);
});

test('writes its folder, its migration and one line of the composition root, and nothing else', async () => {
  const { text } = await newDomain(...TANKERS);
  expect(text).toContain('It works');
  const last =
    sourceFiles(/^migrations\//)
      .toSorted()
      .at(-1)
      ?.slice('migrations/'.length) ?? '';
  const number = String(Number(last.slice(0, 4)) + 1).padStart(4, '0');
  const own = (file: string) => `src/domains/tankers/${file}`;
  expect(added()).toEqual([
    `migrations/${number}_tankers.sql`,
    ...['README.md', 'actions/add-tanker.ts', 'add-tanker.test.ts', 'contract.ts', 'domain.ts'].map(own),
    ...['exports.ts', 'factory-records.ts', 'queries.ts', 'record-names.ts', 'routes.ts'].map(own),
    ...['web/bn.ts', 'web/en.ts', 'web/staff-pages.ts'].map(own),
    own('web/tanker-list.tsx'),
    own('words.ts'),
  ]);
  expect(changed()).toBe('1\t0\tsrc/services.ts');
  expect(readFileSync(join(copy, 'src/services.ts'), 'utf8')).toContain(
    "(await import('#domains/meters/domain.ts')).face,\n  (await import('#domains/tankers/domain.ts')).face,\n",
  );
});

test('takes a name of several words and another word for one of them', async () => {
  const { text } = await newDomain('public-taps', '--noun', 'tap', '--after', 'tankers', '--bn', 'রাস্তার কল');
  expect(text).toContain('src/domains/public-taps/web/tap-list.tsx');
  expect(text).toMatch(/migrations\/\d{4}_public_taps\.sql/);
});

/**
 * Of the tests, the domain's own and those that walk over all domains by their files; those that call every endpoint
 * take minutes.
 */
test('passes the whole check, and its own tests', { timeout: 600_000 }, async () => {
  const check = await run('tools/check.ts');
  expect(check.ok, check.text).toBe(true);
  expect(check.text).toMatch(/check: \d+ passed, 0 failed/);
  const walking = [
    ...['rules-of-the-files', 'words-of-domains', 'texts-in-both-languages', 'list-links'],
    ...['lists-and-their-files', 'record-names'],
  ].map((name) => `test/conformance/${name}.test.ts`);
  const own = [
    'src/domains/tankers/',
    'src/domains/public-taps/',
    'src/web/navigation/menu.test.ts',
    ...walking,
  ];
  const { ok, text } = await run('node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...own);
  expect(ok, text).toBe(true);
  expect(text).toMatch(/Test Files\s+9 passed \(9\)/);
  expect(text).not.toContain('skipped');
});
