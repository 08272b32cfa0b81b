import { expect, test } from 'vitest';
import { outdatedDocuments } from './docs.ts';

test('the generated parts of the documentation are up to date (if not: npm run docs)', () => {
  expect(outdatedDocuments().map(({ file }) => file)).toEqual([]);
});
