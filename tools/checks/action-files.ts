/**
 * A file below `actions/` exports what changes something or refuses, and types: questions are in query files
 * (ARCHITECTURE.md). A function counts as an action if it locks or writes rows, refuses, or calls a function that does.
 */
import { dirname, join, normalize } from 'node:path';
import { readSource, sourceFiles } from '../source-files.ts';

const CHANGES =
  /\b(insert into|update [a-z_$]+\.|delete from|for (no key )?(update|share)|pg_\w*advisory\w*lock|platform\.(audit|add_job))|(?<!\.)\b(execute|transaction|audit|addJob)\(|\.\w+\(tx, actor\b/i;
/** Guards of an action: they read and refuse. */
const GUARD = /^(require|ensure)[A-Z]/;
const DECLARATION = /^(export )?(?:async )?(?:function|const|let) (\w+)/;
const IMPORT = /^import (?!type )\{([^}]*)\} from '([^']+)'/gm;

/** The job that an action starts is named beside it. */
const JOB_NAME = /_JOB$/;
const FAMILY = 5;

const isAction = (file: string) => file.includes('/actions/');

type Declared = { file: string; name: string; isExported: boolean; text: string };

/** The top-level functions and constants of a file, each with its text. */
export function declarationsOf(file: string, source: string): Declared[] {
  const found: Declared[] = [];
  for (const line of source.split('\n')) {
    const start = DECLARATION.exec(line);
    const current = found.at(-1);
    if (start) {
      const name = start[2] ?? '';
      found.push({ file, name, isExported: start[1] !== undefined, text: line });
    } else if (current) current.text += `\n${line}`;
  }
  return found;
}

const PREFIXES: readonly [string, string][] = [
  ['#domains/', 'src/domains/'],
  ['#platform/', 'src/platform/'],
];

/** Which declaration of which file a name in this file means. */
function importedNames(file: string, source: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [, list = '', target = ''] of source.matchAll(IMPORT)) {
    const prefix = PREFIXES.find(([short]) => target.startsWith(short));
    const from = prefix ? prefix[1] + target.slice(prefix[0].length) : normalize(join(dirname(file), target));
    for (const part of list.split(',')) {
      const [name = '', as = name] = part.trim().split(' as ');
      names.set(as, `${from} ${name}`);
    }
  }
  return names;
}

/** @param sources path → text of the server's files */
export function questionsIn(sources: ReadonlyMap<string, string>): string[] {
  const declared = [...sources].flatMap(([file, source]) => declarationsOf(file, source));
  const imports = new Map([...sources].map(([file, source]) => [file, importedNames(file, source)]));
  const keyOf = ({ file, name }: { file: string; name: string }) => `${file} ${name}`;
  const acting = new Set(declared.filter(({ text }) => CHANGES.test(text)).map(keyOf));
  const calls = ({ file, text }: Declared) =>
    [...text.matchAll(/(?<![.\w'])[a-zA-Z]\w+/g)].map(
      ([name]) => imports.get(file)?.get(name) ?? `${file} ${name}`,
    );
  for (let before = -1; before !== acting.size; ) {
    before = acting.size;
    for (const one of declared) if (calls(one).some((key) => acting.has(key))) acting.add(keyOf(one));
  }
  const exported = declared.filter(({ file, isExported }) => isExported && isAction(file));
  return exported
    .filter((action) => !acting.has(keyOf(action)) && !GUARD.test(action.name) && !JOB_NAME.test(action.name))
    .map(
      ({ file, name }) => `${file} exports ${name}, which changes nothing: move it to a query or rules file`,
    );
}

/** More than a family of one verb: planned, approved, withdrawn. */
export function crowdedIn(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([file]) => isAction(file))
    .map(([file, source]) => ({
      file,
      exported: declarationsOf(file, source).filter(({ isExported }) => isExported),
    }))
    .filter(({ exported }) => exported.length > FAMILY)
    .map(({ file, exported }) => `${file} exports ${exported.length} (at most ${FAMILY}): split it by verb`);
}

/** The name of an action file is a verb and its noun. */
export function namelessIn(sources: ReadonlyMap<string, string>): string[] {
  return [...sources.keys()]
    .filter((file) => isAction(file) && !/\/[a-z]+(-[a-z]+)+\.ts$/.test(file))
    .map((file) => `${file} does not say verb and noun in its name`);
}

export function actionFiles(): { problems: string[]; actions: number } {
  const files = sourceFiles(/^src\/(domains|platform)\/.*(?<!\.test)\.ts$/);
  const sources = new Map(files.map((file) => [file, readSource(file)]));
  const problems = [...questionsIn(sources), ...crowdedIn(sources), ...namelessIn(sources)];
  return { problems, actions: files.filter(isAction).length };
}
