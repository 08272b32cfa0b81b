import { expect, test } from 'vitest';
import { needsCrop, refusedFile, refusedSize } from './file-checks.ts';

const MB = 1024 * 1024;
const file = (name: string, size = MB, type = '') => ({ name, size, type });

test('only pictures of at most 5 MB (spec §5)', () => {
  expect(refusedFile(file('a.JPG', 5 * MB), 'image')).toBeUndefined();
  expect(refusedFile(file('a.jpg', 5 * MB + 1), 'image')).toEqual({ code: 'common.image_too_large' });
  expect(refusedFile(file('a.pdf'), 'image')).toEqual({ code: 'common.not_an_image' });
  expect(refusedFile(file('image', MB, 'image/jpeg'), 'image')).toBeUndefined();
  expect(refusedFile(file('page.html', MB, 'image/png'), 'image')).toEqual({ code: 'common.not_an_image' });
});

test('a picture has at most 5 MB, also as a paper or an attachment', () => {
  for (const accepts of ['paper', 'file'] as const) {
    expect(refusedFile(file('a.TIF', 5 * MB), accepts)).toBeUndefined();
    expect(refusedFile(file('a.TIF', 5 * MB + 1), accepts)).toEqual({ code: 'common.image_too_large' });
    expect(refusedFile(file('photo', 5 * MB + 1, 'image/webp'), accepts)?.code).toBe(
      'common.image_too_large',
    );
    expect(refusedFile(file('scan.pdf', 6 * MB), accepts)).toBeUndefined();
  }
});

test('papers are pictures or PDFs, other files anything that has content, at most 50 MB', () => {
  expect(refusedFile(file('deed.pdf', 50 * MB), 'paper')).toBeUndefined();
  expect(refusedFile(file('deed', MB, 'image/jpeg'), 'paper')).toBeUndefined();
  expect(refusedFile(file('deed.docx'), 'paper')).toEqual({ code: 'files.type_not_accepted' });
  expect(refusedFile(file('deed.docx'), 'file')).toBeUndefined();
  expect(refusedFile(file('deed.pdf', 0), 'file')).toEqual({ code: 'files.empty' });
  expect(refusedFile(file('deed.pdf', 50 * MB + 1), 'paper', '50 MB')).toEqual({
    code: 'common.file_too_large',
    params: { limit: '50 MB' },
  });
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
