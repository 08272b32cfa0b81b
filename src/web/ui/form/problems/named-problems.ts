/** The problems of a form as its summary shows them: each with its field's name, in the order of the screen. */
import type { FieldError } from '#shared/errors.ts';
import { fieldId } from '../field.ts';

type NamedProblem = { problem: FieldError; label: string | undefined };

const CONTROLS = 'input, select, textarea, button, a[href], [tabindex]';
/** Of `Node`: what is compared with comes after this one. */
const FOLLOWING = 4;

/** What takes the focus for a field: its control, or the first one of a group that may be used. */
export function controlOf(formId: string, path: string): HTMLElement | null {
  const found = document.getElementById(fieldId(formId, path));
  if (!found || found.matches(CONTROLS)) return found;
  return found.querySelector<HTMLElement>(':is(input, select, textarea, button):enabled') ?? found;
}

/** A group has no label of its own in HTML: it is called by the text that its frame names with the group's id. */
function labelOf(formId: string, path: string): string | undefined {
  const id = fieldId(formId, path);
  const field = document.getElementById(id) as HTMLInputElement | null;
  const label = field?.labels?.[0] ?? document.getElementById(`${id}-label`);
  return label?.textContent?.replace(/\s*\*$/, '') || undefined;
}

/** A field that is not on the screen yet is the last one. */
function byPlace(first: HTMLElement | null, second: HTMLElement | null): number {
  if (!first || !second) return Number(!first) - Number(!second);
  if (first === second) return 0;
  return first.compareDocumentPosition(second) & FOLLOWING ? -1 : 1;
}

export function namedProblems(formId: string, problems: readonly FieldError[]): NamedProblem[] {
  return problems
    .map((problem) => ({ problem, control: controlOf(formId, problem.path) }))
    .sort((first, second) => byPlace(first.control, second.control))
    .map(({ problem }) => ({ problem, label: labelOf(formId, problem.path) }));
}
