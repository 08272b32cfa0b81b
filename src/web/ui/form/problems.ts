/**
 * What is wrong with a form's fields, and until when it is said. A field's own check and the server answer
 * different questions: what the server refused stays until the value is another one or the form is sent again.
 */
import type { FieldError } from '#shared/errors.ts';

/** `isRefusal`: the server said it, so no check in the browser may take it back. */
export type Problem = FieldError & { isRefusal?: true };

/** Of a field, or of what lies within it where it is a group. */
function isOf(problem: Problem, name: string): boolean {
  return problem.path === name || problem.path.startsWith(`${name}.`);
}

function isSame(one: Problem, other: Problem): boolean {
  return one.code === other.code && JSON.stringify(one.params) === JSON.stringify(other.params);
}

/** The server refused these fields. */
export function refusedBy(fields: readonly FieldError[]): Problem[] {
  return fields.map((one) => ({ ...one, path: one.path.replace(/^body\./, ''), isRefusal: true }));
}

/** Another value was typed: nothing that was said about the old one holds. */
export function afterChange(problems: readonly Problem[], name: string): readonly Problem[] {
  const left = problems.filter((one) => !isOf(one, name));
  return left.length === problems.length ? problems : left;
}

/**
 * A field was left and checked in the browser.
 * @param found all that the check found in the form
 */
export function afterLeave(
  problems: readonly Problem[],
  name: string,
  found: readonly FieldError[],
): readonly Problem[] {
  const said = problems.filter((one) => one.path === name);
  if (said.some((one) => one.isRefusal)) return problems;
  const own = found.filter((one) => one.path === name);
  // The same problem is the same object: the summary keeps naming it.
  const kept = own.map((one) => said.find((before) => isSame(before, one)) ?? one);
  return [...problems.filter((one) => one.path !== name), ...kept];
}

/** The server was asked about a field that was left, and says this. */
export function afterAsking(problems: readonly Problem[], name: string, code: string): readonly Problem[] {
  // What a sent form was refused for stands in the summary, which goes on naming it.
  if (problems.some((one) => one.path === name && one.isRefusal)) return problems;
  return [...problems.filter((one) => one.path !== name), { path: name, code, isRefusal: true }];
}

/** Fields were checked in the browser before anything is sent: what the server refused of their values stays. */
export function afterCheck(problems: readonly Problem[], found: readonly FieldError[]): readonly Problem[] {
  const refused = problems.filter((one) => one.isRefusal && !found.some(({ path }) => path === one.path));
  return [...refused, ...found];
}
