/**
 * Days and instants are written by `shared/format.ts` (specification §9) and a list is narrowed to days by
 * `platform/database/days.ts`: a second way would have another month name, another zone or another last day.
 */
import { readSource, sourceFiles } from '../source-files.ts';

const RANGE = 'narrow it by betweenDays or duringDays of platform/database/days.ts';
const PATTERNS: readonly [pattern: RegExp, instead: string][] = [
  [/\bIntl\.DateTimeFormat\b|\.toLocale(?:Date|Time)?String\(/, 'write it by shared/format.ts'],
  [/[<>]=? \$\{query\.(?:from|to)\}/, RANGE],
  // A filter of another name, if it is given: `if (issuedFrom) parts.push(sql`…`)`.
  [/\bif \((?:\w+\.)?(?:from|to|until|\w+(?:From|To|Until))\) .*[<>]=? \$\{/, RANGE],
];

/** Files that may, and why. */
const ALLOWED: Record<string, string> = {
  'src/shared/format.ts': 'writes them',
  'src/shared/dates.ts': 'converts between days and instants',
  'src/platform/exports/cells.ts': 'machine-readable instants, one formatter for a million rows',
  'src/platform/start/settings-schema.ts': 'asks whether there is a zone of this name',
  'src/domains/applications/web/settings/work-lines.ts': 'names of weekdays, no date',
};

/** What is wrong in one text. */
export function ownDatesIn(file: string, text: string): string[] {
  if (file in ALLOWED) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      PATTERNS.filter(([pattern]) => pattern.test(line)).map(
        ([, instead]) => `${file}:${index + 1}: a date of its own; ${instead}`,
      ),
    );
}

export function ownDates(): { problems: string[]; looked: number } {
  const files = sourceFiles(/^src\/.*(?<!\.test)\.tsx?$/);
  return { problems: files.flatMap((file) => ownDatesIn(file, readSource(file))), looked: files.length };
}
