/**
 * Which codes each call can refuse with, read from the source: from the function that a route names, through every function and
 * constant that it mentions, to the error codes. It runs nothing, so it also finds what no test has tried. It finds too much if a
 * shared function has a code that this call never reaches. What the database refuses is read from the text of the SQL
 * (constraint-refusals.ts).
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import type { Endpoint } from '#shared/endpoint.ts';
import { refusalsOf } from '#shared/refusals.ts';
import { ROOT, readSource, sourceFiles } from '#tools/source-files.ts';
import { codesOfSql, type Rule } from './constraint-refusals.ts';

/** A code that the call can reach and its contract does not list, and the function in which it is. */
export type Reached = { call: string; code: string; through: string };

/** A reached code that the call never refuses with, and why (never-refused.ts). */
export type NeverRefused = {
  code: string | RegExp;
  /** The function in which the code is, or whose SQL violates the constraint. */
  through: string | RegExp;
  /** Which calls; without it all that do not list the code. */
  calls?: RegExp;
  why: string;
};

type Node = { type: string } & Record<string, unknown>;
/** A name in a file: `src/domains/meters/queries.ts getMeter`. */
type Name = string;
type File = {
  body: Node[];
  declared: Map<string, Node>;
  /** By local name the file and the name there; `*` is the whole file. */
  imported: Map<string, { file: string; name: string }>;
};
/** What a piece of code mentions: other names, and members that may be error codes. */
type Mentions = {
  names: Name[];
  members: { file: string; object: string; member: string }[];
  /** The text of its SQL; values are left out. */
  sql: string;
};

const FOLDERS = { '#domains/': 'src/domains/', '#platform/': 'src/platform/', '#shared/': 'src/shared/' };
/** Contracts only name codes; the words and the factories of tests refuse nothing. */
const NO_CODE = /contract\.ts |words\.ts |factory/;
const KINDS = ['action', 'special', 'query'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value ?? '') : '');

/** The node and all below it, without types. */
function* below(value: unknown, parent?: Node): Generator<[node: Node, parent: Node | undefined]> {
  if (Array.isArray(value)) {
    for (const item of value) yield* below(item, parent);
    return;
  }
  if (!isNode(value) || /^TS(?!As|NonNull|Satisfies)/.test(value.type)) return;
  yield [value, parent];
  for (const inner of Object.values(value)) if (typeof inner === 'object') yield* below(inner, value);
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const folder = Object.entries(FOLDERS).find(([alias]) => specifier.startsWith(alias));
  return folder && folder[1] + specifier.slice(folder[0].length);
}

const files = new Map<string, File | undefined>();

function read(path: string): File | undefined {
  if (files.has(path)) return files.get(path);
  const file = existsSync(join(ROOT, path)) ? parsed(path) : undefined;
  files.set(path, file);
  return file;
}

function parsed(path: string): File {
  const body = parseSync(path, readSource(path)).program.body as unknown as Node[];
  const file: File = { body, declared: new Map(), imported: new Map() };
  for (const statement of body) {
    const from = resolved(path, nameOf(statement.source));
    for (const specifier of (statement.specifiers as Node[] | undefined) ?? []) {
      if (!from) continue;
      const isWhole = specifier.type === 'ImportNamespaceSpecifier';
      const other = isWhole ? '*' : nameOf(specifier.imported ?? specifier.local);
      file.imported.set(nameOf(specifier.exported ?? specifier.local), { file: from, name: other });
    }
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    if (declaration.type === 'FunctionDeclaration') file.declared.set(nameOf(declaration.id), declaration);
    for (const declarator of (declaration.declarations as Node[] | undefined) ?? [])
      file.declared.set(nameOf(declarator.id), declarator);
  }
  return file;
}

function mentionsIn(path: string, file: File, code: unknown): Mentions {
  const found: Mentions = { names: [], members: [], sql: '' };
  for (const [node, parent] of below(code)) {
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql')
      found.sql += `${textOf(node)} where \n`;
    if (node.type === 'MemberExpression' && !node.computed) {
      const [object, member] = [nameOf(node.object), nameOf(node.property)];
      const from = file.imported.get(object);
      if (from?.name === '*') found.names.push(`${from.file} ${member}`);
      else if (from) found.members.push({ file: from.file, object: from.name, member });
      else if (file.declared.has(object)) found.members.push({ file: path, object, member });
    }
    if (node.type !== 'Identifier' || (parent && isOnlyAName(node, parent))) continue;
    const from = file.imported.get(nameOf(node));
    if (file.declared.has(nameOf(node))) found.names.push(`${path} ${nameOf(node)}`);
    else if (from && from.name !== '*') found.names.push(`${from.file} ${from.name}`);
  }
  return found;
}

/** `sql\`update x set a = ${…}\`` without its values. */
const textOf = ({ quasi }: Node): string =>
  ((quasi as Node).quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join(' ? ');

/** The name of a member or of a key, which mentions nothing. */
const isOnlyAName = (node: Node, parent: Node): boolean =>
  (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
  (parent.type === 'Property' && parent.key === node && !parent.shorthand);

const mentioned = new Map<Name, Mentions>();

function mentionsOf(name: Name): Mentions {
  const known = mentioned.get(name);
  if (known) return known;
  const [path = '', local = ''] = name.split(' ');
  const file = read(path);
  const declared = file?.declared.get(local);
  const from = file?.imported.get(local);
  const found: Mentions =
    file && declared
      ? mentionsIn(path, file, declared)
      : { names: from ? [`${from.file} ${from.name}`] : [], members: [], sql: '' };
  mentioned.set(name, found);
  return found;
}

const load = (path: string): Promise<Record<string, Record<string, unknown>>> =>
  import(pathToFileURL(join(ROOT, path)).href);

/** The code of `errors.name_taken`; undefined if the member is something else. */
async function codeOf({ file, object, member }: Mentions['members'][number]): Promise<string | undefined> {
  if (!/errors/i.test(object) || !read(file)) return undefined;
  const found = (await load(file))[object]?.[member] as { code?: unknown; status?: unknown } | undefined;
  return typeof found?.status === 'number' ? String(found.code) : undefined;
}

/** All codes from these names on, with the names that mention each. */
async function reach(from: Mentions, rules: readonly Rule[]): Promise<Map<string, Set<Name>>> {
  const codes = new Map<string, Set<Name>>();
  const note = (code: string, name: Name) => codes.set(code, (codes.get(code) ?? new Set()).add(name));
  const seen = new Set<Name>();
  const waiting: [Name, Mentions][] = [['the route', from]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [name, { names, members, sql }] = next;
    for (const code of codesOfSql(rules, sql)) note(code, name);
    for (const member of members) {
      const code = await codeOf(member);
      if (code) note(code, name);
    }
    for (const other of names) {
      if (seen.has(other) || NO_CODE.test(other)) continue;
      seen.add(other);
      waiting.push([other, mentionsOf(other)]);
    }
  }
  return codes;
}

/** The endpoint that a route binds: `contract.addRoad`, or `addRoad`. */
async function endpointOf(file: File, argument: unknown): Promise<Endpoint | undefined> {
  if (!isNode(argument)) return undefined;
  const isMember = argument.type === 'MemberExpression';
  const from = file.imported.get(nameOf(isMember ? argument.object : argument));
  if (!from) return undefined;
  const module = await load(from.file);
  return module[isMember ? nameOf(argument.property) : from.name] as Endpoint | undefined;
}

/** Of every route: the codes that can be reached and are not listed. `routes` counts the routes that were read. */
export async function reachableRefusals(
  rules: readonly Rule[],
): Promise<{ routes: number; unlisted: Reached[] }> {
  const unlisted: Reached[] = [];
  let routes = 0;
  for (const path of sourceFiles(/^src\/domains\/.*routes\.ts$/)) {
    const file = read(path);
    if (!file) continue;
    for (const [node] of below(file.body)) {
      if (node.type !== 'CallExpression' || !KINDS.includes(nameOf(node.callee))) continue;
      const [bound, ...handlers] = node.arguments as unknown[];
      const endpoint = await endpointOf(file, bound);
      if (!endpoint?.method) continue;
      routes += 1;
      const listed = new Set(refusalsOf(endpoint).map(({ code }) => code));
      const call = `${endpoint.method} ${endpoint.service}${endpoint.path}`;
      for (const [code, through] of await reach(mentionsIn(path, file, handlers), rules))
        if (!listed.has(code)) unlisted.push(...[...through].map((name) => ({ call, code, through: name })));
    }
  }
  return { routes, unlisted };
}
