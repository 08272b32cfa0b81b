import { expect, test } from 'vitest';
import { readPlace } from './place.rules.ts';

test.each([
  ['Sector 12 plot 9', { sector: '12', plot: '9' }],
  ['S-12 R-5 P-9', { sector: '12', road: '5', plot: '9' }],
  ['s12 r5 p9', { sector: '12', road: '5', plot: '9' }],
  ['Sector: 12, Road: 5, Plot: 9', { sector: '12', road: '5', plot: '9' }],
  ['সেক্টর ১২ রোড ৫ প্লট ৯', { sector: '12', road: '5', plot: '9' }],
  ['প্লট নং ১২/ক', undefined],
  ['plot no. 12/3A', { plot: '12/3a' }],
  ['PLOT 7', { plot: '7' }],
  ['sector 12 sector 13', undefined],
  ['Rahim 12', undefined],
  ['12', undefined],
  ['', undefined],
])('%s is read as a place', (text, place) => {
  expect(readPlace(text)).toEqual(place);
});
