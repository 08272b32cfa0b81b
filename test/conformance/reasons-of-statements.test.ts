/** `npm run bench -- town` gives a reason to the statement that it was written for, and to no other one. */
import { expect, test } from 'vitest';
import { readSource, sourceFiles } from '#tools/source-files.ts';
import { REASONS, reasonOf } from '../../bench/town/statements.ts';

const program = sourceFiles(/^src\/.*\.ts$/).filter((file) => !/\.test\.ts$|\/factory[^/]*\.ts$/.test(file));

test.each(REASONS.map(([part]) => part))('%s is written once in the program', (part) => {
  const times = program.flatMap((file) => Array(readSource(file).split(part).length - 1).fill(file));
  expect(times).toHaveLength(1);
});

test('a statement that reads receipts has not the reason of the one that writes them', () => {
  const search = 'select p.id from payments.payments p left join payments.receipts r on r.payment_id = p.id';
  expect(reasonOf(search)).toBe('none stated');
  expect(reasonOf('insert into payments.receipts (payment_id, number) select $1, $2')).toContain('no hole');
});
