/** Meters whose numbers are read out alike are one. */
import type { Break } from '../break.ts';

const BY_NUMBER = 'src/domains/meters/by-number.ts';
const caughtBy = 'src/domains/applications/installation/meters-read-alike.test.ts';

export const metersAlike: readonly Break[] = [
  {
    what: 'a second meter is registered that is read like the first',
    file: 'migrations/0257_meter_numbers_that_are_read_alike.sql',
    find: 'on meters.meters (number_key) where not number_alike;',
    replace: 'on meters.meters (number) where not number_alike;',
    caughtBy,
    test: 'is refused at its number',
  },
  {
    what: 'a meter of before is reserved for a number that another one is read like, too',
    file: BY_NUMBER,
    find: '(m.number = ${asWritten(text)} or ${hasNoTwin}))`;',
    replace: '(m.number = ${asWritten(text)} or true))`;',
    caughtBy,
    test: 'twins of before',
  },
  {
    what: 'the letter knows a meter only as it is written on the plate',
    file: 'src/domains/meters/actions/reserve-meter.ts',
    find: ': isPlated(input.meterNumber);',
    replace: ': sql`m.number = ${input.meterNumber}`;',
    caughtBy,
    test: 'know the meter by',
  },
  {
    what: 'the installer has to write the number as it is on the plate',
    file: 'src/domains/applications/installation/actions/install-meter.ts',
    find: 'and ${isPlated(number)}`',
    replace: 'and m.number = ${number}`',
    caughtBy,
    test: 'know the meter by',
  },
  {
    what: 'a row of a file has to write the number as it is on the plate',
    file: 'src/domains/meters/imports/file-lines.ts',
    find: 'where m.id is null offset 0',
    replace: 'where false offset 0',
    caughtBy: 'src/domains/meters/imports/import-readings.test.ts',
    test: 'every row of a file',
  },
  {
    what: 'a plot with a divider finds meters that have its figures',
    file: BY_NUMBER,
    find: 'if (key === written || key.length >= WHOLE) return found;',
    replace: 'if (key.length > 0) return found;',
    caughtBy,
    test: 'looked for as they are written',
  },
  {
    what: 'a hyphen proves that a household knows the number of a meter',
    file: BY_NUMBER,
    find: "(m.number_key <> '' and m.number_key =",
    replace: "(m.number_key <> '' and ${plateKey(text)} = '' or m.number_key =",
    caughtBy: 'src/domains/ownership/refused-changes.test.ts',
    test: 'not one of the two alone',
  },
];
