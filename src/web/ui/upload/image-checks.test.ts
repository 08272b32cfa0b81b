import { expect, test } from 'vitest';
import { needsCrop, refusedFile, refusedSize } from './image-checks.ts';

const MB = 1024 * 1024;
const file = (name: string, size = MB, type = '') => ({ name, size, type });

test('only pictures of at most 5 MB (spec §5)', () => {
  expect(refusedFile(file('a.JPG', 5 * MB))).toBeUndefined();
  expect(refusedFile(file('a.jpg', 5 * MB + 1))).toEqual({ code: 'common.image_too_large' });
  expect(refusedFile(file('a.pdf'))).toEqual({ code: 'common.not_an_image' });
  expect(refusedFile(file('image', MB, 'image/jpeg'))).toBeUndefined();
  expect(refusedFile(file('page.html', MB, 'image/png'))).toEqual({ code: 'common.not_an_image' });
});

test('at least the required size; larger ones are cropped', () => {
  const required = { width: 300, height: 300 };
  expect(refusedSize({ width: 299, height: 900 }, required)).toEqual({
    code: 'common.image_too_small',
    params: required,
  });
  expect(refusedSize(required, required)).toBeUndefined();
  expect(needsCrop(required, required)).toBe(false);
  expect(needsCrop({ width: 600, height: 300 }, required)).toBe(true);
});
