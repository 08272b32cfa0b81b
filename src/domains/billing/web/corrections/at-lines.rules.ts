/** What the preview of a correction refuses is about a line of its call: which line of the form that is. */
import type { FieldError } from '#shared/errors.ts';

/**
 * The problems by the names that the form has for its fields.
 * @param lines for each line of the call, its place in the form: lines without a figure are not asked about
 */
export function atLines(problems: readonly FieldError[], lines: readonly number[]): Map<string, FieldError> {
  const placed = (given: string, nth: string) => {
    const line = lines[Number(nth)];
    return line === undefined ? given : `later.${line}`;
  };
  const named = (path: string) => path.replace(/^body\./, '').replace(/^later\.(\d+)/, placed);
  return new Map(problems.map((problem) => [named(problem.path), { ...problem, path: named(problem.path) }]));
}
