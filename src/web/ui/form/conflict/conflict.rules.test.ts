import { describe, expect, test } from 'vitest';
import { isSame, meet, sideOf, withSide } from './conflict.rules.ts';

const base = { number: '12', name: 'Lake', nameBn: '', limit: { days: 5, money: 100 } };

describe('somebody else saved the record meanwhile', () => {
  test('what both changed is shown with both values, and what was typed stays', () => {
    const mine = { ...base, name: 'Lake View' };
    const { conflict, values, isApart } = meet({ base, mine, theirs: { ...base, name: 'Lakeside' } }, 3);
    expect(conflict).toEqual({
      version: 3,
      fields: [{ path: 'name', mine: 'Lake View', theirs: 'Lakeside' }],
    });
    expect([values, isApart]).toEqual([mine, false]);
  });

  test('what only the other one changed is taken over, within groups too, and shown', () => {
    const mine = { ...base, name: 'Lake View' };
    const theirs = { ...base, limit: { days: 7, money: 100 } };
    const { conflict, values } = meet({ base, mine, theirs }, 3);
    expect(values).toEqual({ ...mine, limit: { days: 7, money: 100 } });
    expect(conflict.fields.map(({ path }) => path)).toEqual(['name', 'limit.days']);
    const [name, days] = conflict.fields;
    if (!name || !days) throw new Error('two fields differ');
    expect([sideOf(values, name), sideOf(values, days)]).toEqual(['mine', 'theirs']);
  });

  test('nothing of what is shown was changed: what was typed may be sent at once', () => {
    const theirs = { ...base, nameBn: null, version: 3, roadCount: 4 };
    expect(meet({ base, mine: { ...base, name: 'Lake View' }, theirs }, 3).isApart).toBe(true);
  });

  test('both typed the same: nothing differs', () => {
    const mine = { ...base, name: 'Lakeside' };
    expect(meet({ base, mine, theirs: { ...base, name: 'Lakeside' } }, 3).conflict.fields).toEqual([]);
  });

  test('a field that the answer does not tell is not compared: a password, a reason', () => {
    const mine = { ...base, secret: 'new' };
    expect(meet({ base: { ...base, secret: '' }, mine, theirs: base }, 3).conflict.fields).toEqual([]);
  });

  test('the person takes the other value, or theirs again', () => {
    const mine = { ...base, name: 'Lake View' };
    const { conflict, values } = meet({ base, mine, theirs: { ...base, name: 'Lakeside' } }, 3);
    const [name] = conflict.fields;
    if (!name) throw new Error('one field differs');
    const theirs = withSide(values, name, 'theirs');
    expect([theirs, sideOf(theirs, name)]).toEqual([{ ...base, name: 'Lakeside' }, 'theirs']);
    expect(withSide(theirs, name, 'mine')).toEqual(mine);
    expect(sideOf({ ...base, name: 'Third' }, name)).toBe(null);
  });

  test('of a set each word is a field: what the other one gave is taken over, what was given here stays', () => {
    const sides = {
      base: { words: ['a', 'b'] },
      mine: { words: ['a', 'b', 'c'] },
      theirs: { words: ['b', 'd'] },
      sets: ['words'],
    };
    const { conflict, values } = meet(sides, 3);
    expect(conflict.fields).toEqual([
      { path: 'words', word: 'a', mine: true, theirs: false },
      { path: 'words', word: 'c', mine: true, theirs: false },
      { path: 'words', word: 'd', mine: false, theirs: true },
    ]);
    expect((values as { words: string[] }).words.toSorted()).toEqual(['b', 'c', 'd']);
  });

  test('lists are compared whole; the order of the keys of their rows means nothing', () => {
    expect(isSame([{ from: '0', to: null }], [{ to: null, from: '0' }])).toBe(true);
    expect(isSame([{ from: '0' }], [{ from: '1' }])).toBe(false);
  });
});
