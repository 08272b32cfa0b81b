/** Whose something is, in messages and letters: as it is written, not with a hyphen behind a Bengali name. */
import { expect, test } from 'vitest';
import { bengaliGenitive } from './bengali-genitive.ts';

test.each([
  ['নাসরিন সুলতানা', 'নাসরিন সুলতানার'],
  ['আব্দুল করিম', 'আব্দুল করিমের'],
  ['রহিম আলী', 'রহিম আলীর'],
  ['সুব্রত রায়', 'সুব্রত রায়ের'],
  ['মতি ভাই', 'মতি ভাইয়ের'],
  ['শরৎ', 'শরৎ-এর'],
  ['Rahima Khatun', 'Rahima Khatun-এর'],
  ['৩০০০০০০০৪৯', '৩০০০০০০০৪৯-এর'],
])('%s: %s', (name, whose) => {
  expect(bengaliGenitive(name).normalize('NFC')).toBe(whose.normalize('NFC'));
});
