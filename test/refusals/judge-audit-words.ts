/** Which audit words of the domains no test of a whole run wrote. */
import type { Words } from '#shared/words.ts';

/** How a written word is noted, beside the refusals. */
export const AUDIT = 'audit ';

export function judgeAuditWords(words: Words, lines: ReadonlySet<string>): string[] {
  return words
    .flatMap(({ audit }) => Object.keys(audit))
    .filter((word) => !lines.has(`${AUDIT}${word}`))
    .map((word) => `No test writes this audit word: ${word}`);
}
