import { expect, test } from 'vitest';
import { afterAsking, afterChange, afterCheck, afterLeave, refusedBy } from './problems.ts';

const refused = refusedBy([{ path: 'body.code', code: 'identity.code_wrong' }]);
const short = { path: 'code', code: 'common.too_short', params: { minimum: 6 } };
const phone = { path: 'phone', code: 'common.phone_invalid' };

test('what the server refused stays when the field is left, even if the check in the browser finds nothing', () => {
  expect(refused).toEqual([{ path: 'code', code: 'identity.code_wrong', isRefusal: true }]);
  expect(afterLeave(refused, 'code', [])).toBe(refused);
  expect(afterLeave(refused, 'code', [short])).toBe(refused);
  expect(afterLeave(refused, 'phone', [phone])).toEqual([...refused, phone]);
});

test('another value takes back the problems of the field and of what is within it, nothing else', () => {
  expect(afterChange(refused, 'code')).toEqual([]);
  expect(afterChange(refused, 'co')).toBe(refused);
  expect(afterChange([{ path: 'owner.name', code: 'common.required' }, phone], 'owner')).toEqual([phone]);
});

test('a check says what it finds and takes its own words back, and the same problem stays the same object', () => {
  expect(afterLeave([], 'code', [short, phone])).toEqual([short]);
  expect(afterLeave([short], 'code', [])).toEqual([]);
  expect(afterLeave([short], 'code', [{ ...short }])[0]).toBe(short);
  expect(afterLeave([short], 'code', [{ ...short, params: { minimum: 4 } }])[0]).not.toBe(short);
});

test('an answer about a field that was left counts like a refusal', () => {
  const problems = afterAsking([phone], 'phone', 'identity.phone_taken');
  expect(problems).toEqual([{ path: 'phone', code: 'identity.phone_taken', isRefusal: true }]);
  expect(afterLeave(problems, 'phone', [])).toBe(problems);
  expect(afterAsking(refused, 'code', 'identity.code_wrong')).toBe(refused);
});

test('a step that is checked keeps what the server refused, and says what it finds instead of what was found', () => {
  expect(afterCheck([...refused, short, phone], [phone])).toEqual([...refused, phone]);
  expect(afterCheck(refused, [short])).toEqual([short]);
});
