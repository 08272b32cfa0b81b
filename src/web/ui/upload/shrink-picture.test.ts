/** The rules; the pixels are looked at in a browser (test/e2e/send-photos.e2e.ts). */
import { expect, test } from 'vitest';
import { asJpeg, fitted, isHeic, MOST_BYTES, shorter, shrinkPicture } from './shrink-picture.ts';

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 2000, height: 1500 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 1500, height: 2000 },
  ],
  [
    { width: 2000, height: 10 },
    { width: 2000, height: 10 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
])('%o fits as %o', (size, small) => {
  expect(fitted(size, 2000)).toEqual(small);
});

test('what is too large gets shorter by as much as its bytes say, and always somewhat', () => {
  expect(shorter(2000, 4 * MOST_BYTES)).toBe(970);
  expect(shorter(2000, MOST_BYTES + 1)).toBe(1900);
});

test('HEIC is known by its ending or its type', () => {
  expect(isHeic({ name: 'IMG_1.HEIC', type: '' })).toBe(true);
  expect(isHeic({ name: 'image', type: 'image/heif-sequence' })).toBe(true);
  expect(isHeic({ name: 'a.jpg', type: 'image/jpeg' })).toBe(false);
});

test('the name keeps its beginning', () => {
  expect(asJpeg('নামজারি.png')).toBe('নামজারি.jpg');
  expect(asJpeg('.heic')).toBe('photo.jpg');
});

test('what is no photo comes back as it is', async () => {
  for (const [name, type] of [
    ['deed.pdf', 'application/pdf'],
    ['logo.svg', 'image/svg+xml'],
    ['table.xlsx', ''],
  ] as const) {
    const file = new File(['x'], name, { type });
    expect(await shrinkPicture(file)).toEqual({ file });
  }
});
