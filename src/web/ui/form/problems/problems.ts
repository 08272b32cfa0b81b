/**
 * What is wrong with a form's fields, and until when it is shown. A field's own check and the server answer
 * different questions: what the server refused stays until the value is another one or the form is sent again.
 */
import type { FieldError } from '#shared/errors.ts';

/** `isRefusal`: it came from the server, so no check in the browser may take it back. */
export type Problem = FieldError & { isRefusal?: true };

/** Of a field, or of what is within it if it is a group. */
function isOf(problem: Problem, name: string): boolean {
  return problem.path === name || problem.path.startsWith(`${name}.`);
}

function isSame(one: Problem, other: Problem): boolean {
  return one.code === other.code && JSON.stringify(one.params) === JSON.stringify(other.params);
}

/**
 * The server refused these fields.
 * @param names of the form, by the name that the call has for the field, if they differ
 */
export function refusedBy(
  fields: readonly FieldError[],
  names: Readonly<Record<string, string>> = {},
): Problem[] {
  return fields.map((problem) => {
    const path = problem.path.replace(/^body\./, '');
    return { ...problem, path: names[path] ?? path, isRefusal: true };
  });
}

/** Another value was typed: no problem of the old one holds. */
export function afterChange(problems: readonly Problem[], name: string): readonly Problem[] {
  const left = problems.filter((problem) => !isOf(problem, name));
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
  const ofField = problems.filter((problem) => problem.path === name);
  if (ofField.some((problem) => problem.isRefusal)) return problems;
  const own = found.filter((problem) => problem.path === name);
  // The same problem is the same object: the summary keeps naming it.
  const kept = own.map((problem) => ofField.find((before) => isSame(before, problem)) ?? problem);
  return [...problems.filter((problem) => problem.path !== name), ...kept];
}

/** The server was asked about a field that was left, and says this. */
export function afterAsking(problems: readonly Problem[], name: string, code: string): readonly Problem[] {
  // The reasons why a sent form was refused are in the summary and stay there.
  if (problems.some((problem) => problem.path === name && problem.isRefusal)) return problems;
  return [...problems.filter((problem) => problem.path !== name), { path: name, code, isRefusal: true }];
}

/** Fields were checked in the browser before anything is sent: what the server refused of their values stays. */
export function afterCheck(problems: readonly Problem[], found: readonly FieldError[]): readonly Problem[] {
  const refused = problems.filter(
    (problem) => problem.isRefusal && !found.some(({ path }) => path === problem.path),
  );
  return [...refused, ...found];
}
