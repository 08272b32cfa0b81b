/**
 * `npm run new-domain -- tankers --after meters --bn "ট্যাংকার"`: a domain that works: face, words, contract, a list
 * with a dialog to add to it, texts, tests, its migration and its line in src/services.ts. The files are the templates
 * of tools/new-domain/ with the names put in. Everything is checked before the first file is written.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { allWords } from '../src/platform/words/all-words.ts';
import { domainOrder } from './checks/import-directions.ts';
import { nextMigration } from './next-migration.ts';
import { ROOT, readSource, sourceFiles } from './source-files.ts';

const TEMPLATES = join(import.meta.dirname, 'new-domain');
const USAGE = 'npm run new-domain -- tankers --after meters --bn "ট্যাংকার" [--noun tanker]';

type Asked = { domain: string; noun: string; after: string; bn: string };

function refuse(sentence: string): never {
  console.error(`${sentence}\n  ${USAGE}`);
  process.exit(1);
}

function readArguments(): Asked {
  const options = { after: { type: 'string' }, bn: { type: 'string' }, noun: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [domain = '', ...others] = positionals;
    if (others.length > 0) refuse(`One domain at a time: ${others.join(' ')} is too much.`);
    const { after = '', bn = '', noun = domain.replace(/s$/, '') } = values;
    return { domain, noun, after, bn: bn.normalize('NFC').trim() };
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const KEBAB = /^[a-z]+(-[a-z]+)*$/;
/** Bengali letters, and what is between words; no quotation marks, because the name is put into source files. */
const BENGALI = /^(?=.*[\u0985-\u09b9])(?:[\u0980-\u09ff ()/-]|\u200c|\u200d)+$/;

/** Refuses what would not become a working domain. */
function check({ domain, noun, after, bn }: Asked): void {
  const order = domainOrder();
  if (!KEBAB.test(domain)) refuse('Say its name, small letters and hyphens, the plural of what it keeps.');
  if (!KEBAB.test(noun)) refuse('--noun is one of what it keeps, small letters and hyphens.');
  if (!order.includes(after))
    refuse(
      `--after says behind which domain it stands; it may import that one and those before: ${order.join(', ')}.`,
    );
  if (!BENGALI.test(bn))
    refuse('--bn is its name in Bengali letters: it stands in the menu, the log and the roles.');
  if (existsSync(join(ROOT, 'src/domains', domain))) refuse(`src/domains/${domain} exists already.`);
  const schema = `platform.open_schema('${domain.replaceAll('-', '_')}')`;
  const owner = sourceFiles(/^migrations\/.*\.sql$/).find((file) => readSource(file).includes(schema));
  if (owner) refuse(`${owner} has opened a schema of this name already.`);
  for (const { permissions, audit, objects } of allWords) {
    if (domain in permissions) refuse(`Another domain has permissions ${domain}:… already.`);
    if (noun in objects || `${noun}.add` in audit)
      refuse(`Another domain has records that are called ${noun}. Say another word: --noun.`);
  }
}

const plain = (name: string) => name.replaceAll('-', ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (name: string) => name.split('-').map(capital).join('');
const camel = (name: string) => name.charAt(0) + pascal(name).slice(1);

/** What is put in the place of each mark of the templates. */
function marks({ domain, noun, bn }: Asked): Record<string, string> {
  return {
    domain,
    noun,
    schema: domain.replaceAll('-', '_'),
    Domain: pascal(domain),
    Noun: pascal(noun),
    noun_value: camel(noun),
    plural: plain(domain),
    Plural: capital(plain(domain)),
    singular: plain(noun),
    a_singular: `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${plain(noun)}`,
    Singular: capital(plain(noun)),
    bn,
  };
}

/** Path from the project's folder → content, of every file of the new domain. */
function filled(asked: Asked): Map<string, string> {
  const values = marks(asked);
  const fill = (text: string) =>
    text.replace(/__([A-Za-z]+(?:_[a-z]+)?)__/g, (mark, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${mark} in a template stands for nothing`);
      return value;
    });
  const files = new Map<string, string>();
  for (const template of globSync('**/*.template', { cwd: TEMPLATES }).toSorted()) {
    const file = fill(template.replace(/\.template$/, ''));
    const path =
      file === 'migration.sql' ? nextMigration(`${values.schema}`) : `src/domains/${asked.domain}/${file}`;
    files.set(path, fill(readFileSync(join(TEMPLATES, template), 'utf8')));
  }
  return files;
}

/** The composition root with the new domain's line behind that of the one it follows. */
function servicesWith({ domain, after }: Asked): string {
  const line = (of: string) => `  (await import('#domains/${of}/domain.ts')).face,\n`;
  const [before, behind, ...more] = readSource('src/services.ts').split(line(after));
  if (behind === undefined || more.length > 0)
    throw new Error(`src/services.ts has not one line of ${after}`);
  return before + line(after) + line(domain) + behind;
}

const asked = readArguments();
check(asked);
const files = filled(asked);
const services = servicesWith(asked);
for (const [path, text] of files) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text, { flag: 'wx' });
}
writeFileSync(join(ROOT, 'src/services.ts'), services);
// How long lines are and in which order imports come depends on the names.
const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
execFileSync(process.execPath, [biome, 'check', '--write', `src/domains/${asked.domain}`], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
});
console.log(`${[...files.keys(), 'src/services.ts'].join('\n')}

It works: npm run unit -- src/domains/${asked.domain}
Then make it yours: columns in the migration, their fields in contract, query, action, screen and tests; roles and
Bengali words in words.ts, web/bn.ts and web/staff-pages.ts; the menu group in web/staff-pages.ts; what it is, in README.md.`);
