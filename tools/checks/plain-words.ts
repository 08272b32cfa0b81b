/**
 * Plain English: finds the words of avoided-words.ts in comments (also of style sheets and papers), names of tests, Markdown,
 * identifiers, and in what the contracts say of a call (`summary`, `description`). Texts that users see are other strings and are not read; nor are
 * migrations, because their text never changes.
 */
import { parseSync } from 'vite';
import { readSource, sourceFiles } from '../source-files.ts';
import { CONFUSING_PARAMETER, IN_NAMES, IN_TEXT } from './avoided-words.ts';

type Node = { type: string; start: number } & Record<string, unknown>;
type Found = { at: number; problem: string };

const TESTS = new Set(['it', 'test', 'describe']);
const SENTENCES = IN_TEXT.map(({ pattern, why, write }) => ({
  // A space may be the end of a line.
  pattern: new RegExp(pattern.source.replaceAll(' ', '\\s+'), pattern.flags),
  advice: `${why}; write ${write}`,
}));
const NAME_PARTS = new Map(IN_NAMES.map(({ part, write }) => [part, write]));

/** Most files hold none of the words, not even in code, and are not parsed. */
const HINTS = [
  ...SENTENCES.map(({ pattern }) => new RegExp(pattern.source)),
  new RegExp(IN_NAMES.map(({ part }) => part).join('|'), 'i'),
  new RegExp(`\\b${CONFUSING_PARAMETER.name}\\b[^\\n]*=>`),
];

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** The same length, so that positions stay: the stars of a comment's lines are blank. */
const withoutStars = (text: string) => text.replace(/^(\s*)\*/gm, '$1 ');

/** Without code in backticks and targets of links. */
function prose(text: string): string {
  return withoutStars(text)
    .replace(/```[\s\S]*?```|`[^`\n]*(?:\n[^`\n]+)?`/g, blank)
    .replace(/\]\([^)]*\)/g, blank);
}

function inProse(text: string, from: number): Found[] {
  const read = prose(text);
  return SENTENCES.flatMap(({ pattern, advice }) =>
    [...read.matchAll(pattern)].map((match) => ({
      at: from + match.index,
      problem: `"${match[0].replace(/\s+/g, ' ')}": ${advice}`,
    })),
  );
}

function inName(name: string, at: number): Found[] {
  return name
    .split(/(?=[A-Z])|[_\-.]/)
    .map((part) => part.toLowerCase())
    .flatMap((part) => {
      const write = NAME_PARTS.get(part);
      return write ? [{ at, problem: `name ${name}: write ${write}` }] : [];
    });
}

/** `it`, `test.each(…)`, `describe.skipIf(…)`: the first name of what is called. */
function calledName(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier') return String(node.name);
  const inner = (node?.object ?? node?.callee) as Node | undefined;
  return inner && calledName(inner);
}

function titleOf(call: Node): Node | undefined {
  const [first] = call.arguments as Node[];
  if (!TESTS.has(calledName(call.callee as Node) ?? '')) return undefined;
  return first?.type === 'Literal' || first?.type === 'TemplateLiteral' ? first : undefined;
}

/** `summary: '…'` of an endpoint: a developer reads it in OpenAPI. */
function describedBy({ key, value }: Node): Node | undefined {
  const { name } = key as Node;
  const text = value as Node;
  const isText = text.type === 'Literal' ? typeof text.value === 'string' : text.type === 'TemplateLiteral';
  return isText && (name === 'summary' || name === 'description') ? text : undefined;
}

const inString = ({ start, end }: Node, source: string) =>
  inProse(source.slice(start + 1, Number(end) - 1), start + 1);

function inNode(node: Node, source: string): Found[] {
  if (node.type === 'Identifier') return inName(String(node.name), node.start);
  if (node.type === 'Property') {
    const text = describedBy(node);
    return text ? inString(text, source) : [];
  }
  if (node.type === 'CallExpression') {
    const title = titleOf(node);
    return title ? inString(title, source) : [];
  }
  if (node.type !== 'ArrowFunctionExpression') return [];
  return (node.params as Node[])
    .filter(({ type, name }) => type === 'Identifier' && name === CONFUSING_PARAMETER.name)
    .map(({ start }) => ({
      at: start,
      problem: `parameter ${CONFUSING_PARAMETER.name}: write ${CONFUSING_PARAMETER.write}`,
    }));
}

function inTree(value: unknown, source: string, found: Found[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && 'type' in value) found.push(...inNode(value as Node, source));
  for (const child of Object.values(value)) inTree(child, source, found);
}

/** Comments of files that are no TypeScript; `//` of an address is none. */
const COMMENTS = [
  { files: /\.css$/, comment: /\/\*[\s\S]*?\*\//g },
  { files: /\.typ$/, comment: /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g },
];

/** What is wrong in one file, in the order of its lines. */
export function wordsIn(file: string, source: string): string[] {
  const found = inName(file.slice(file.lastIndexOf('/') + 1), 0);
  const other = COMMENTS.find(({ files }) => files.test(file));
  if (file.endsWith('.md')) found.push(...inProse(source, 0));
  else if (other)
    found.push(...[...source.matchAll(other.comment)].flatMap((match) => inProse(match[0], match.index)));
  else if (HINTS.some((hint) => hint.test(withoutStars(source)))) {
    const { program, comments } = parseSync(file, source);
    for (const { start, end } of comments) found.push(...inProse(source.slice(start, end), start));
    inTree(program, source, found);
  }
  const sentences = found
    .sort((a, b) => a.at - b.at)
    .map(({ at, problem }) => `${file}:${source.slice(0, at).split('\n').length}: ${problem}`);
  return [...new Set(sentences)];
}

export function avoidedWords(): { problems: string[]; files: number } {
  const files = sourceFiles(/^(?!node_modules).*\.(tsx?|mjs|md|css|typ)$/);
  return { problems: files.flatMap((file) => wordsIn(file, readSource(file))), files: files.length };
}
