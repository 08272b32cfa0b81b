/** A list of places as text: what separates it, which line is bad, and what a quotation mark does. */
import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { chosenPlaces } from './chosen-places.ts';

const read = (text: string) => chosenPlaces({ from: 'list', text });

function problemsOf(text: string) {
  try {
    read(text);
  } catch (error) {
    if (error instanceof AppError) return { code: error.message, fields: error.fields };
  }
  return undefined;
}

test.each([',', ';', '\t'])(
  'lines may be separated by %j; blank lines and the mark of the file are left out',
  (mark) => {
    const lines = ['1|North|10|Mill Road', '', '|||', '1|North|11|"Old ""Port"" Road"', '2||20|'];
    const { sectors, roads } = read(`\uFEFF${lines.join('\r\n').replaceAll('|', mark)}\r\n`);
    expect(sectors.map(({ number }) => number)).toEqual(['1', '2']);
    expect(roads.map(({ number }) => number)).toEqual(['10', '11', '20']);
    expect(roads[1]?.name).toBe('Old "Port" Road');
  },
);

test('a bad line is named as a spreadsheet counts it', () => {
  expect(problemsOf('1,North,10,Mill Road\n\n,,10,Mill Road')).toMatchObject({
    code: 'settings.places_invalid',
    fields: [{ path: 'row3', params: { row: 3 } }],
  });
});

test('a quotation mark that nobody closes is a bad line', () => {
  expect(problemsOf('1,North,10,Mill Road\n2,"South,20,Sea Road')).toMatchObject({
    code: 'settings.places_invalid',
    fields: [{ path: 'row2', code: 'settings.place_incomplete', params: { row: 2 } }],
  });
});
