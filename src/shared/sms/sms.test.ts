import { expect, test } from 'vitest';
import { asSent, countSms, cutAtWord, fitSms } from './sms.ts';

test.each([
  ['a'.repeat(160), true, 160, 1],
  ['a'.repeat(161), true, 161, 2],
  ['a'.repeat(306), true, 306, 2],
  ['a'.repeat(307), true, 307, 3],
  // Signs behind an escape sign take two places, and are not divided between two parts.
  ['€'.repeat(80), true, 160, 1],
  ['€'.repeat(81), true, 162, 2],
  [`${'a'.repeat(152)}${'€'.repeat(77)}`, true, 306, 3],
  ['জ'.repeat(70), false, 70, 1],
  ['জ'.repeat(71), false, 71, 2],
  ['জ'.repeat(134), false, 134, 2],
  ['জ'.repeat(135), false, 135, 3],
  // One sign is enough.
  [`${'a'.repeat(70)}৳`, false, 71, 2],
  [`${'a'.repeat(70)}’`, false, 71, 2],
  ['😀'.repeat(35), false, 70, 1],
  [`${'জ'.repeat(66)}😀${'জ'.repeat(66)}`, false, 134, 3],
  ['line\n@water.example.org #123456', true, 31, 1],
])('%#: places and parts', (text, isGsm, places, parts) => {
  expect(countSms(text)).toEqual({ isGsm, places, parts });
});

test('a text is cut at a word, and within one only if it is too long alone', () => {
  expect(cutAtWord('Purbachal Water Supply', 30)).toBe('Purbachal Water Supply');
  expect(cutAtWord('Purbachal Water, Supply and Sewerage', 18)).toBe('Purbachal Water');
  expect(cutAtWord('Purbachal Water Supply', 15)).toBe('Purbachal Water');
  expect(cutAtWord('Purbachalwatersupply', 9)).toBe('Purbachal');
  // No sign is divided from what belongs to it.
  expect(cutAtWord('পূর্বাচলপানিসরবরাহ', 4)).toBe('পূ');
});

test('a Bengali letter with a dot is one sign, however it was written', () => {
  const [oneSign, twoSigns] = ['\u09DF', '\u09AF\u09BC'];
  for (const letter of [oneSign, twoSigns]) {
    expect(countSms(fitSms(1, {}, () => letter.repeat(70)))).toMatchObject({ places: 70, parts: 1 });
  }
  expect(asSent('ও\u09A1\u09BC\u09A2\u09BC')).toBe('ও\u09DC\u09DD');
});

test('what people wrote is cut until the text fits; the rest stays', () => {
  const write = ({ name, remark }: { name: string; remark: string }) => `Code 123456 ${name}: ${remark}`;
  const text = fitSms(1, { name: 'Rahima Khatun', remark: 'word '.repeat(60).trim() }, write);
  expect(text).toMatch(/^Code 123456 Rahima Khatun: word( word)*$/);
  expect(countSms(text)).toEqual({ isGsm: true, places: text.length, parts: 1 });
  expect(text.length).toBeGreaterThan(155);
  // Without anything to cut, it is as long as it is.
  expect(fitSms(1, {}, () => 'a'.repeat(200))).toHaveLength(200);
});
