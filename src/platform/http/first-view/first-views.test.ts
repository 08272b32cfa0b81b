/** The drawings come from a module of the build; here a small one stands for it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import type { FirstLoad } from '../document.ts';
import { firstViews, queryOf } from './first-views.ts';

const DRAW = `export const draw = async (config, wanted) => {
  if (config.companyName === 'broken') throw new Error('cannot be drawn');
  return wanted.map(({ language, address }) => [config.companyName, language, address, localStorage.getItem('userData')].join());
};`;
const login: FirstLoad = {
  path: '/login',
  firstView: true,
  files: { en: ['assets/a.js', 'assets/a.css'], bn: ['assets/a.css', 'assets/b.css'] },
};
const bill: FirstLoad = { path: '/bill', files: { en: [], bn: [] } };

function builtFolder(module = DRAW): string {
  const folder = temporaryFolder();
  for (const name of ['assets', 'first-view']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'first-view', 'first-view.js'), module);
  for (const name of ['a', 'b']) writeFileSync(join(folder, 'assets', `${name}.css`), `.${name}{}`);
  return folder;
}
const config = { services: {}, companyName: 'Jolkol' };
const unexpected = (error: unknown) => {
  throw error;
};

test('a page is drawn in the language of the visitor, with its styles, by somebody who has stored nothing', async () => {
  const views = firstViews(builtFolder(), [login, bill], unexpected);
  expect(await views(config, login, { language: 'bn', search: '' })).toEqual({
    html: 'Jolkol,bn,/login,',
    styles: new Map([
      ['assets/a.css', '.a{}'],
      ['assets/b.css', '.b{}'],
    ]),
  });
  expect((await views(config, login, { language: 'en', search: 'lng=en' }))?.html).toBe('Jolkol,en,/login,');
  expect(await views(config, bill, { language: 'en', search: '' })).toBeUndefined();
});

test('a changed configuration is drawn again; during maintenance nothing is', async () => {
  const views = firstViews(builtFolder(), [login], unexpected);
  const html = async (given: object) =>
    (await views({ ...config, ...given }, login, { language: 'en', search: '' }))?.html;
  expect(await html({})).toBe('Jolkol,en,/login,');
  expect(await html({ companyName: 'Dhaka Water' })).toBe('Dhaka Water,en,/login,');
  expect(await html({ maintenance: true })).toBeUndefined();
  expect(await html({})).toBe('Jolkol,en,/login,');
});

test('what cannot be drawn is told once, and the document comes without it', async () => {
  const told: unknown[] = [];
  const views = firstViews(builtFolder(), [login], (error) => told.push(error));
  const broken = { ...config, companyName: 'broken' };
  for (const language of ['en', 'bn'] as const)
    expect(await views(broken, login, { language, search: '' })).toBeUndefined();
  expect(told.map(String)).toEqual(['Error: cannot be drawn']);
});

test.each([
  ['', ''],
  ['lng=bn', ''],
  ['ended=1', '?ended=1'],
  ['ended=1&next=%2Fbills%3Fpage%3D2', '?ended=1&next=%2F'],
  ['next=%2Fbills', ''],
  ['view=reset', undefined],
  ['ended=2', undefined],
  ['code=1&state=2', undefined],
])('the query "%s" gets the drawing "%s"', (search, drawn) => {
  expect(queryOf(search)).toBe(drawn);
});
