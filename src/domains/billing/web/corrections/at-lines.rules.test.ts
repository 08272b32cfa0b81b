import { expect, test } from 'vitest';
import { atLines } from './at-lines.rules.ts';

const at = (path: string) => ({ path, code: 'meters.no_consumption' });

test('a refused figure is named at its own line, also behind lines that are blank', () => {
  const found = atLines([at('body.later.1.registerLitres'), at('later.0.registerLitres')], [1, 3]);
  expect([...found.keys()]).toEqual(['later.3.registerLitres', 'later.1.registerLitres']);
  expect(found.get('later.3.registerLitres')).toEqual({
    ...{ path: 'later.3.registerLitres', code: 'meters.no_consumption' },
  });
});

test('the figure of the bill itself has its own field', () => {
  expect([...atLines([at('body.registerLitres')], []).keys()]).toEqual(['registerLitres']);
  expect([...atLines([at('later.5.registerLitres')], [0]).keys()]).toEqual(['later.5.registerLitres']);
});
