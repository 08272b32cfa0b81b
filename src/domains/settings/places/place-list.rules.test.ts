import { expect, test } from 'vitest';
import { readPlaces, samplePlaces } from './place-list.rules.ts';

const read = (...lines: string[][]) => readPlaces(lines.map((cells, index) => ({ row: index + 1, cells })));

test('reads headings, names in any script, digits of both scripts and sectors without a road', () => {
  const { places, problems } = read(
    ['Sector', 'Name', 'Road', 'Name'],
    ['৫', 'লেক সিটি', '৫০১', ''],
    ['5', '', '502', 'Park Road'],
    ['6'],
  );
  expect(problems).toEqual([]);
  expect(places.sectors).toEqual([
    { number: '5', name: 'লেক সিটি', nameBn: null },
    { number: '6', name: 'Sector 6', nameBn: 'সেক্টর ৬' },
  ]);
  expect(places.roads).toEqual([
    { sector: '5', number: '501', name: 'Road 501', nameBn: 'রাস্তা ৫০১' },
    { sector: '5', number: '502', name: 'Park Road', nameBn: null },
  ]);
});

test('names every bad line', () => {
  const { problems } = read(
    ['1', '', '101'],
    ['', 'Nowhere', '1'],
    ['1', '', '১০১'],
    ['2', '', '', 'Nameless'],
    ['3'.repeat(21)],
  );
  expect(problems.map(({ path, code }) => [path, code])).toEqual([
    ['row2', 'settings.place_incomplete'],
    ['row3', 'settings.place_repeated'],
    ['row4', 'settings.place_incomplete'],
    ['row5', 'settings.place_too_long'],
  ]);
});

test('the sample is a town of 30 sectors', () => {
  const { sectors, roads } = samplePlaces();
  expect([sectors.length, roads.length]).toEqual([30, 300]);
  expect(roads.at(-1)).toEqual({ sector: '30', number: '3010', name: 'Road 3010', nameBn: 'রাস্তা ৩০১০' });
});
