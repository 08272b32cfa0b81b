/** What the refusals of a run say about the program's error codes and contracts. */
import { errorCodes } from '#app/services.ts';
import { allWords } from '#platform/words/all-words.ts';
import { commonErrors } from '#shared/errors.ts';
import { isUnlisted, isVersioned } from '#shared/refusals.ts';
import { registry } from '#test/conformance/registry.ts';
import { AUDIT, judgeAuditWords } from './judge-audit-words.ts';

/** aside: of a field, or told by an answer: a contract does not list it. */
type Noted = { call: string; code: string; aside: boolean };

/** @param lines `METHOD service/path code`, with ` field` or ` told` behind the codes that are not the call's own */
function read(lines: ReadonlySet<string>): Noted[] {
  const refusals = [...lines].filter((line) => !line.startsWith(AUDIT));
  return refusals.map((line) => {
    const [method, path, code = '', aside] = line.split(' ');
    return { call: `${method} ${path}`, code, aside: aside !== undefined };
  });
}

const endpoints = new Map(
  registry.map(({ endpoint }) => [`${endpoint.method} ${endpoint.service}${endpoint.path}`, endpoint]),
);

/** After any run: what was refused is in the contract of its call. */
export function judgeCalls(lines: ReadonlySet<string>): string[] {
  const unlisted = read(lines).filter(({ call, code, aside }) => {
    const endpoint = endpoints.get(call);
    return !aside && endpoint !== undefined && isUnlisted(endpoint, code);
  });
  return unlisted.map(({ call, code }) => `Refused, but not in the contract's refuses: ${call} ${code}`);
}

/**
 * After a whole run: every code of the program and every code of a contract was produced, a stale version by each call that takes
 * one, and every audit word was written.
 */
export function judgeWhole(lines: ReadonlySet<string>): string[] {
  const noted = read(lines);
  const produced = new Set(noted.map(({ code }) => code));
  const byCall = new Set(noted.map(({ call, code }) => `${call} ${code}`));
  const never = new Set(errorCodes.map(({ code }) => code).filter((code) => !produced.has(code)));
  // A stale version is listed by nobody, but each call compares it in a place of its own.
  const listed = [...endpoints].flatMap(([call, endpoint]) =>
    [...endpoint.refuses, ...(isVersioned(endpoint) ? [commonErrors.stale_version] : [])].map(
      ({ code }) => `${call} ${code}`,
    ),
  );
  const untried = new Set(listed.filter((text) => !byCall.has(text)));
  return [
    ...[...never].map((code) => `No test produces this error code: ${code}`),
    ...[...untried].map((text) => `Listed by a contract, but no test produces it: ${text}`),
    ...judgeAuditWords(allWords, lines),
  ];
}
