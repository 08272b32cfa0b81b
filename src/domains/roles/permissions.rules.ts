/** Which permissions a role may be given, for the boxes that the screen leaves out; and the difference of two lists. */
import type { Permission } from '#shared/permissions.ts';
import { firstGrants, type Words } from '#shared/words.ts';

/** A consumer's calls are limited to own rows permission by permission: other permissions would open everybody's rows. */
export function mayHold(words: Words, roleCode: string, permission: string): boolean {
  return roleCode !== 'consumer' || (firstGrants(words, 'consumer') as string[]).includes(permission);
}

/** What one list of permissions gives and takes compared with another, in the order of each. */
export function difference<Word extends string>(before: readonly Word[], after: readonly Word[]) {
  return {
    given: after.filter((word) => !before.includes(word)),
    taken: before.filter((word) => !after.includes(word)),
  };
}

/** The right to see of a module that something else is given of: most pages of the module open only with it. */
export function missingView(
  features: readonly { match: Permission }[],
  given: ReadonlySet<Permission>,
): Permission | undefined {
  const view = features.find(({ match }) => match.endsWith(':view'))?.match;
  return view && !given.has(view) && features.some(({ match }) => given.has(match)) ? view : undefined;
}
