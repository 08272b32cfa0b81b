/**
 * Zod asks a question about a whole object also if one of its texts was refused already: a rate that is a date would be
 * counted with. `refine(question, { ...ifWhole, error })` asks only if all parts fit.
 */
export const ifWhole = {
  when: ({ issues }: { issues: readonly unknown[] }): boolean => issues.length === 0,
};
