/** The head of a file names the filters by the words of its columns, if its list has no words of its own for them. */
import { expect, test } from 'vitest';
import { exportColumn, filtersOfColumns, YES_NO } from './export-list.ts';

const columns = [
  exportColumn('number', 'text', ['Number', 'নম্বর']),
  exportColumn('state', 'text', ['State', 'অবস্থা'], { OPEN: ['Open', 'খোলা'] }),
  exportColumn('urgent', 'text', ['Urgent', 'জরুরি'], YES_NO),
];

test('each field of the query that is a column, in its words', () => {
  expect(filtersOfColumns(columns, { state: 'OPEN', urgent: true, sort: '-number', format: 'csv' })).toEqual([
    [
      ['State', 'অবস্থা'],
      ['Open', 'খোলা'],
    ],
    [
      ['Urgent', 'জরুরি'],
      ['Yes', 'হ্যাঁ'],
    ],
  ]);
});

test('a code without words is written as it is; what is not set is not named', () => {
  expect(filtersOfColumns(columns, { number: '12', state: '' })).toEqual([[['Number', 'নম্বর'], '12']]);
  expect(filtersOfColumns(columns, {})).toEqual([]);
});
