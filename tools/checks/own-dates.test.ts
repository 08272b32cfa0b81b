import { expect, test } from 'vitest';
import { ownDates, ownDatesIn } from './own-dates.ts';

test('a format or a range that is written by hand is refused, with its place', () => {
  const text = [
    'const a = 1;',
    'new Intl.DateTimeFormat("en");',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source that is looked at
    'sql`day >= ${query.from}`',
    'at.toLocaleDateString()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source that is looked at
    'if (query.issuedTo) parts.push(sql`issued_on <= ${query.issuedTo}`);',
  ];
  expect(ownDatesIn('src/domains/x/web/page.tsx', text.join('\n'))).toEqual([
    'src/domains/x/web/page.tsx:2: a date of its own; write it by shared/format.ts',
    'src/domains/x/web/page.tsx:3: a date of its own; narrow it by betweenDays or duringDays of platform/database/days.ts',
    'src/domains/x/web/page.tsx:4: a date of its own; write it by shared/format.ts',
    'src/domains/x/web/page.tsx:5: a date of its own; narrow it by betweenDays or duringDays of platform/database/days.ts',
  ]);
});

test('the one helper may, and nothing else in the program does', () => {
  expect(ownDatesIn('src/shared/format.ts', 'new Intl.DateTimeFormat("en");')).toEqual([]);
  expect(ownDates().problems).toEqual([]);
});
