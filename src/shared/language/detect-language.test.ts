import { expect, test } from 'vitest';
import { detectLanguage, type LanguagePlaces } from './detect-language.ts';

const nowhere: LanguagePlaces = {
  search: '',
  cookie: '',
  local: null,
  session: null,
  browser: [],
  htmlLang: '',
};
const detect = (places: Partial<LanguagePlaces>) =>
  detectLanguage(['en', 'bn'] as const, { ...nowhere, ...places });

test('the order is query string, cookie, local storage, session storage, browser, html tag (spec §1)', () => {
  const all = {
    search: '?lng=bn',
    cookie: 'x=1; i18next=en',
    local: 'en',
    session: 'en',
    browser: ['en-US'],
    htmlLang: 'en',
  };
  expect(detect(all)).toBe('bn');
  expect(detect({ ...all, search: '', cookie: 'a=b; i18next=bn' })).toBe('bn');
  expect(detect({ local: 'bn', session: 'en', browser: ['en'] })).toBe('bn');
  expect(detect({ session: 'bn', browser: ['en'] })).toBe('bn');
  expect(detect({ browser: ['fr-FR', 'bn-BD'], htmlLang: 'en' })).toBe('bn');
  expect(detect({ htmlLang: 'bn' })).toBe('bn');
});

test('a language we do not have is passed over', () => {
  expect(detect({ search: '?lng=fr', local: 'bn-BD' })).toBe('bn');
  expect(detect({ search: '?lng=constructor' })).toBeUndefined();
});
