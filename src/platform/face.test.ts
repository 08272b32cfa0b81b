import { expect, test } from 'vitest';
import { type DomainFace, joinFaces, plug, point } from './face.ts';

const holders = point<string>('left.holders');
const dues = point<number>('left.dues');
const face = (name: string, plugs: DomainFace['plugs'] = []): DomainFace => ({
  name,
  contracts: [],
  routes: () => [],
  plugs,
});

test('a point reads what the domains hand in, in their order', () => {
  const joined = joinFaces(
    [face('left'), face('a', [plug(holders, 'a')]), face('b', [plug(holders, 'b')])],
    [],
  );
  expect(joined.all(holders)).toEqual(['a', 'b']);
});

test('a point of one value refuses none and two', () => {
  const one = joinFaces([face('a', [plug(dues, 7)])], []);
  expect(one.only(dues)).toBe(7);
  expect(() => joinFaces([face('a')], []).only(dues)).toThrow('left.dues takes one value, 0 were handed in');
  const two = joinFaces([face('a', [plug(dues, 7)]), face('b', [plug(dues, 8)])], []);
  expect(() => two.only(dues)).toThrow('left.dues takes one value, 2 were handed in');
});
