/** Customer numbers that are read out alike are one. */
import type { Break } from '../break.ts';

const LETTER = 'src/domains/applications/letter';
const caughtBy = `${LETTER}/numbers-read-alike.test.ts`;

export const numbersAlike: readonly Break[] = [
  {
    what: 'the letter gives a number that is read like one of a connection',
    file: `${LETTER}/actions/issue-letter.ts`,
    find: 'where platform.number_key(number) = ${key} limit 1',
    replace: 'where number = ${given} limit 1',
    caughtBy,
    test: 'like one of a connection',
  },
  {
    what: 'the letter gives a number of our own series that is written with dividers',
    file: `${LETTER}/actions/issue-letter.ts`,
    find: 'if (isOfSeries(key))',
    replace: 'if (isOfSeries(given))',
    caughtBy,
    test: 'like one of a connection',
  },
  {
    what: 'the check says that a number is free that is read like one of an application',
    file: `${LETTER}/queries.ts`,
    find: 'where platform.number_key(customer_number) = ${key}',
    replace: 'where customer_number = ${input.customerId}',
    caughtBy,
    test: 'check and letter',
  },
  {
    what: 'two letters at once give numbers that are read alike',
    file: 'migrations/0223_customer_numbers_that_are_read_alike.sql',
    find: 'on applications.applications (platform.number_key(customer_number))',
    replace: 'on applications.applications (customer_number)',
    caughtBy,
    test: 'at once',
  },
  {
    what: 'somebody is sent to the house of another whose number is read alike',
    file: 'src/domains/meters/by-number.ts',
    find: ' or not exists (',
    replace: ' or true or not exists (',
    caughtBy: 'src/domains/ownership/refused-changes.test.ts',
    test: 'a connection that is not there',
  },
];
