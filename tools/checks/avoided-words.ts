/**
 * Words that comments, names of tests, documents and identifiers do not use, because people who have English as a
 * second language read them in another sense or not at all. `tools/checks/plain-words.ts` looks for them.
 */

export type AvoidedWord = {
  /** A space stands for any space, also for the end of a line of a comment. Text in backticks is not read. */
  pattern: RegExp;
  why: string;
  write: string;
};

/** In comments, in names of tests and in Markdown. */
export const IN_TEXT: readonly AvoidedWord[] = [
  {
    // Right after the noun of a place. In capitals it is SQL's, and not found.
    pattern:
      /(?<!\b(?:place|page|folder|file|column|row|line|screen|table|field|point|position)s? )\b[Ww]here\b/g,
    why: '"where" is a place',
    write: '"if" for a condition, "when" for a time, "the place where", "in which"',
  },
  { pattern: /\b[Ww]herever\b/g, why: '"wherever" is a place', write: '"if", "whenever", "each … that"' },
  {
    pattern: /\b[Oo]therwise\b/g,
    why: 'the other case has no name',
    write: '"if not", "else", or name the case',
  },
  { pattern: /\b[Bb]egun\b/g, why: 'rare form', write: '"started"' },
  {
    pattern: /\b[Ss]aid\b/g,
    why: 'a program says nothing',
    write: '"stated", "shown", "reported", "answered"',
  },
  { pattern: /\b[Aa]cted\b/g, why: 'vague', write: 'name what was done: "approved", "changed"' },
  { pattern: /\b[Aa]ttended\b/g, why: 'rare sense', write: '"the user is active"' },
  {
    pattern: /\b[Ww](?:hoever|homever|hichever)\b/g,
    why: 'hard to parse',
    write: '"the person who", "everybody who", "the one that"',
  },
  {
    pattern: /\b[Ll](?:ie|ies|ying)\b/g,
    why: 'also means "tells an untruth"',
    write: '"is", "are", "is stored"',
  },
  {
    pattern: /\b[Cc]arr(?:y|ies|ied|ying)\b/g,
    why: 'a picture',
    write: '"has", "contains", "sends", "keeps"',
  },
  {
    pattern: /\b[Ss](?:tands?(?!-in)|tood|tanding(?!-in))\b(?! (?:for|in for)\b)/g,
    why: 'a picture',
    write: '"is", "are", "exists", "is written", "stays"',
  },
  { pattern: /\b[Ww]hatever\b/g, why: 'hard to parse', write: '"any …", "all that", "for any …"' },
  { pattern: /\b[Hh]angs? on\b/g, why: 'a picture', write: '"belongs to", "depends on"' },
  {
    pattern: /\b(?:the house|(?:speaks?|spoken) of|in the way of|out of sight|for ever)\b/g,
    why: 'a picture',
    write: 'the thing itself: "the program", "mentions", "prevents", "hidden", "always"',
  },
  { pattern: /\b[Dd]oors?\b/g, why: 'a picture', write: '"entry", "address", "call"' },
  { pattern: /\b[Aa]new\b/g, why: 'rare', write: '"again", "new"' },
  {
    pattern: /\b(?:[Hh]ence|[Ll]est|[Tt]hereby|[Tt]herein)\b/g,
    why: 'rare',
    write: '"because", "so", "so that"',
  },
  { pattern: /\b[Nn](?:ever|ot) once\b/g, why: '"once" is one time', write: '"not after"' },
  {
    pattern:
      /\b[Oo]nce (?:it|they|he|she|we|that|this|these|there|all|no|both|every|everything|nobody|somebody|the|a|an|its|their)\b(?! (?:day|week|month|year|minute|hour|second)\b)/g,
    why: '"once" is one time',
    write: '"after", "as soon as", "when"',
  },
  {
    pattern:
      /\b[Ss]ince (?:it|they|that|there|nothing|nobody|each|every) (?:\w+ )?(?:is|are|has no|have no|cannot|can)\b/g,
    why: '"since" is a time',
    write: '"because"',
  },
];

/** Parts of identifiers: `wasBegun` has two, `was` and `begun`. */
export const IN_NAMES: readonly { part: string; write: string }[] = [
  { part: 'begun', write: 'started' },
  { part: 'said', write: 'the noun of what it holds: `message`, `answer`, `reason`' },
  { part: 'otherwise', write: 'the name of the other case' },
  { part: 'acted', write: 'the verb of what was done' },
  { part: 'attended', write: 'active' },
  { part: 'whoever', write: 'the role of the person' },
  { part: 'anew', write: 'again' },
];

/** A parameter with this name is confused with the query helper `one`. */
export const CONFUSING_PARAMETER = { name: 'one', write: 'the noun of what it is: `(invoice) => …`' };
