import { expect, test } from 'vitest';
import { displayFileName, extensionOf, sanitiseFileName } from './files.ts';

test.each([
  ['deed paper (1).pdf', 'pdf', 'deedpaper1.pdf'],
  ['../../etc/passwd', 'png', 'passwd.png'],
  ['C:\\Users\\x\\nid.JPG', 'JPG', 'nid.jpg'],
  ['a.php.png', 'png', 'aphp.png'],
  ['a\u0000b.png', 'png', 'ab.png'],
  ['দলিল.pdf', 'pdf', 'file.pdf'],
  ['CON.png', 'png', 'file-CON.png'],
  ['.htaccess', 'txt', 'file.txt'],
  ['x'.repeat(300), 'png', `${'x'.repeat(80)}.png`],
  ['survey_file-2.xlsx', 'xlsx', 'survey_file-2.xlsx'],
])('sanitises %j', (name, extension, expected) => {
  expect(sanitiseFileName(name, extension)).toBe(expected);
});

test('shows names as written, without characters that turn or hide text', () => {
  expect(displayFileName('দলিল ১.pdf')).toBe('দলিল ১.pdf');
  expect(displayFileName('gpj.\u202Eexe.png')).toBe('gpj.exe.png');
  expect(displayFileName('a/b\u0000.png')).toBe('b.png');
  expect(displayFileName('  ')).toBe('file');
  expect([...displayFileName('আ'.repeat(300))]).toHaveLength(200);
});

test('reads extensions', () => {
  expect(['a.PDF', 'a', 'a.b.c', '.x/y'].map(extensionOf)).toEqual(['pdf', '', 'c', '']);
});
