/** Which permissions a role may be given, for the boxes that the screen leaves out; and the difference of two lists. */
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
