/** An answer to a question about figures ("Yes, it is that much") is for these figures: another figure is asked about again. */

/** By the name of the field that answers: the fields that the question was about. */
export type Answers = Readonly<Record<string, readonly string[]>>;

/** Names of the answers that count no more when a field, or what is within it, is changed. */
export function answersAbout(answers: Answers, changed: string): string[] {
  return Object.entries(answers)
    .filter(([, fields]) => fields.some((field) => changed === field || changed.startsWith(`${field}.`)))
    .map(([answer]) => answer);
}
