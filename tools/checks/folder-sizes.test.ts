import { expect, test } from 'vitest';
import { folderSizes, MAX_FILES, unexplained } from './folder-sizes.ts';

const files = (count: number) => Array.from({ length: count }, (_, at) => `src/pumps/pump-${at}.ts`);

test('a folder of more than 25 files needs a README that says why', () => {
  expect(unexplained(files(MAX_FILES), () => '')).toEqual([]);
  expect(unexplained(files(MAX_FILES + 1), () => '')).toHaveLength(1);
  const withReadme = [...files(MAX_FILES), 'src/pumps/README.md'];
  expect(unexplained(withReadme, () => '# Pumps\n\nHere are the pumps.\n')).toHaveLength(1);
  expect(unexplained(withReadme, () => '# Pumps\n\nMore than 25 files: one a pump.\n')).toEqual([]);
});

test('numbered files have their order in their names', () => {
  const numbered = Array.from({ length: 40 }, (_, at) => `pumps/${String(at).padStart(4, '0')}_pump.sql`);
  expect(unexplained(numbered, () => '')).toEqual([]);
});

test('the folders of the project keep to it', () => {
  const { problems, largest } = folderSizes();
  expect(problems).toEqual([]);
  expect(largest).toBeGreaterThan(10);
});
