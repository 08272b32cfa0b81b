/**
 * Which language the screen starts in: query string, cookie, local storage, session storage, browser setting,
 * html tag, in this order (spec §1); English if none is set. Pure: the places are passed in.
 */
export type LanguagePlaces = {
  /** `location.search` */
  search: string;
  /** `document.cookie` */
  cookie: string;
  local: string | null;
  session: string | null;
  /** `navigator.languages` */
  browser: readonly string[];
  htmlLang: string;
};

export const LANGUAGE_KEY = 'i18next';
export const LANGUAGE_STORAGE_KEY = 'i18nextLng';

function cookieValue(cookie: string): string | undefined {
  const found = cookie.split(/;\s*/).find((pair) => pair.startsWith(`${LANGUAGE_KEY}=`));
  return found?.slice(LANGUAGE_KEY.length + 1);
}

/** The first place that names a language we have. */
export function detectLanguage<L extends string>(
  languages: readonly L[],
  places: LanguagePlaces,
): L | undefined {
  const named = [
    new URLSearchParams(places.search).get('lng'),
    cookieValue(places.cookie),
    places.local,
    places.session,
    ...places.browser,
    places.htmlLang,
  ];
  for (const name of named) {
    const bare = name?.toLowerCase().split('-')[0];
    const found = languages.find((language) => language === bare);
    if (found) return found;
  }
  return undefined;
}
