import { expect, test } from 'vitest';
import { answersAbout } from './answers.ts';

const ANSWERS = { unusual: ['amountMinor', 'materials'], toPayBack: ['amountMinor', 'takenOver'] };

test.each([
  ['amountMinor', ['unusual', 'toPayBack']],
  ['takenOver', ['toPayBack']],
  ['materials', ['unusual']],
  ['materials.0.quantity', ['unusual']],
  ['materialsOfAnother', []],
  ['unusual', []],
  ['remark', []],
])('when %s changes, the answers %o count no more', (changed, lost) => {
  expect(answersAbout(ANSWERS, changed)).toEqual(lost);
});
