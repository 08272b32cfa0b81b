/** Which words a role may be given, for the server's refusals and the boxes that the screen leaves out. */
import { DEFAULT_GRANTS, isPermission } from '#shared/permissions.ts';

/** A consumer's calls are limited to own rows word by word: other words would open everybody's. */
export function mayHold(roleCode: string, word: string): boolean {
  if (!isPermission(word)) return false;
  return roleCode !== 'consumer' || DEFAULT_GRANTS.consumer.includes(word);
}

/** What one list of words gives and takes beside another, in the order of each. */
export function difference<Word extends string>(before: readonly Word[], after: readonly Word[]) {
  return {
    given: after.filter((word) => !before.includes(word)),
    taken: before.filter((word) => !after.includes(word)),
  };
}
