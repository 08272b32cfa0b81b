/** What the refusals of a run say about the program's error codes and contracts. */
import { errorCodes } from '#app/services.ts';
import { isUnlisted } from '#shared/refusals.ts';
import { registry } from '#test/conformance/registry.ts';
import { exceptions } from './exceptions.ts';

/** aside: of a field, or told by an answer: a contract does not list it. */
type Noted = { call: string; code: string; aside: boolean };

/** @param lines `METHOD service/path code`, with ` field` or ` told` behind the codes that are not the call's own */
function read(lines: ReadonlySet<string>): Noted[] {
  return [...lines].map((line) => {
    const [method, path, code = '', aside] = line.split(' ');
    return { call: `${method} ${path}`, code, aside: aside !== undefined };
  });
}

const endpoints = new Map(
  registry.map(({ endpoint }) => [`${endpoint.method} ${endpoint.service}${endpoint.path}`, endpoint]),
);

/** After any run: what was refused stands in the contract of its call. */
export function judgeCalls(lines: ReadonlySet<string>): string[] {
  const unlisted = read(lines).filter(({ call, code, aside }) => {
    const endpoint = endpoints.get(call);
    return !aside && endpoint !== undefined && isUnlisted(endpoint, code);
  });
  const excepted = new Set(exceptions.unlisted);
  return unlisted
    .map(({ call, code }) => `${call} ${code}`)
    .filter((text) => !excepted.has(text))
    .map((text) => `Refused, but not in the contract's refuses: ${text}`);
}

/** After a whole run: every code of the program and every code of a contract was produced. */
export function judgeWhole(lines: ReadonlySet<string>): string[] {
  const noted = read(lines);
  const produced = new Set(noted.map(({ code }) => code));
  const byCall = new Set(noted.map(({ call, code }) => `${call} ${code}`));
  const never = errorCodes.map(({ code }) => code).filter((code) => !produced.has(code));
  const listed = [...endpoints].flatMap(([call, { refuses }]) =>
    refuses.map(({ code }) => `${call} ${code}`),
  );
  const untried = [...new Set(listed)].filter((text) => !byCall.has(text));
  return [
    ...compare('No test produces this error code', never, exceptions.neverProduced),
    ...compare('Listed by a contract, but no test produces it', untried, exceptions.neverTried),
  ];
}

/** What is missing beyond the exceptions, and exceptions that are none any more: the lists only shrink. */
function compare(what: string, missing: readonly string[], allowed: readonly string[]): string[] {
  process.stderr.write(`${what}: ${allowed.length} exceptions\n`);
  return [
    ...missing.filter((text) => !allowed.includes(text)).map((text) => `${what}: ${text}`),
    ...allowed.filter((text) => !missing.includes(text)).map((text) => `No exception any more: ${text}`),
  ];
}
