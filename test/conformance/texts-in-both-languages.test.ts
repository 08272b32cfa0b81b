/** Every code and key has a text in both languages, and every menu entry leads to a page. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCodes, faces } from '#app/services.ts';
import { systemActor } from '#platform/actor.ts';
import { joinFaces } from '#platform/face.ts';
import { allWords } from '#platform/words/all-words.ts';
import { mainActs, workQueues } from '#platform/work-queues.ts';
import { ROOT, readSource, sourceFiles } from '#tools/source-files.ts';
import { joinTexts } from '#web/texts/join-texts.ts';

type Texts = { [key: string]: string | Texts };

/** Texts that belong to no domain, or are loaded without those of theirs. */
const OF_THE_FRAME: Record<string, (language: string) => string> = {
  common: (language) => `src/web/texts/${language}.ts`,
  frame: (language) => `src/web/texts/${language}-frame.ts`,
  cheques: (language) => `src/domains/payments/web/own-cheques/${language}.ts`,
  corrections: (language) => `src/domains/billing/web/corrections/${language}.ts`,
  leaks: (language) => `src/domains/billing/web/leaks/${language}.ts`,
  categories: (language) => `src/domains/billing/web/categories/${language}.ts`,
  empty_houses: (language) => `src/domains/billing/web/empty-houses/${language}.ts`,
  disputes: (language) => `src/domains/billing/web/disputes/${language}.ts`,
  payment_plans: (language) => `src/domains/billing/web/payment-plans/${language}.ts`,
  palette: (language) => `src/domains/dashboard/web/palette/${language}.ts`,
};

async function textsOf(domain: string, language: 'en' | 'bn'): Promise<Texts> {
  const file = `${ROOT}/${OF_THE_FRAME[domain]?.(language) ?? `src/domains/${domain}/web/${language}.ts`}`;
  if (!existsSync(file)) return {};
  const own = ((await import(file)) as Record<string, Texts>)[language] ?? {};
  // What only staff read.
  const more = `${ROOT}/src/domains/${domain}/web/${language}-staff.ts`;
  return existsSync(more) ? joinTexts(own, ((await import(more)) as { staff: Texts }).staff) : own;
}

const domains = () => [
  ...Object.keys(OF_THE_FRAME),
  ...new Set(sourceFiles(/^src\/domains\/[^/]+\/web\/en\.ts$/).map((file) => String(file.split('/')[2]))),
];

/** Dotted keys of a tree of texts. */
function keys(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keys(value, `${prefix}${key}.`),
  );
}

function textAt(texts: Texts, path: string): string | undefined {
  let here: string | Texts | undefined = texts;
  for (const part of path.split('.')) here = typeof here === 'object' ? here[part] : undefined;
  return typeof here === 'string' ? here : undefined;
}

/** Shared machinery has its texts among the common ones. */
const MACHINERY = new Set(['files', 'imports', 'exports']);

/** What a refusal names comes from the server in Latin digits. */
test('no refusal shows a number in the digits of another language', async () => {
  const raw: string[] = [];
  for (const { code } of errorCodes) {
    const [domain = '', what = ''] = code.split('.');
    for (const end of ['', '_by']) {
      const text = textAt(await textsOf(domain, 'bn'), `errors.${what}${end}`);
      if (text?.match(/\{\{(number|plot|most|days|count)\}\}/)) raw.push(`${code}${end}`);
    }
  }
  expect(raw).toEqual([]);
});

test('every error code has a text in both languages', async () => {
  const missing: string[] = [];
  for (const { code } of errorCodes) {
    const [domain = '', what = ''] = code.split('.');
    for (const language of ['en', 'bn'] as const) {
      const texts = await textsOf(MACHINERY.has(domain) ? 'common' : domain, language);
      if (!textAt(texts, `errors.${what}`)) missing.push(`${language} ${code}`);
    }
  }
  expect(missing).toEqual([]);
});

test('every kind of notice has a text in both languages, and is told somewhere', async () => {
  const missing: string[] = [];
  const sources = sourceFiles(/^src\/domains\/.*(?<!\.test)\.ts$/)
    .filter((file) => !file.includes('/web/') && !file.endsWith('/words.ts'))
    .map(readSource)
    .join('\n');
  for (const kind of allWords.flatMap(({ notices = [] }) => notices)) {
    const [domain = '', what = ''] = kind.split('.');
    for (const language of ['en', 'bn'] as const) {
      const texts = await textsOf(domain, language);
      // One that counts has a text for one and for more.
      const forms = [[''], ['_one', '_other']].map((ends) =>
        ends.every((end) => textAt(texts, `notices.${what}${end}`)),
      );
      if (!forms.includes(true)) missing.push(`${language} ${kind}`);
    }
    if (!sources.includes(`'${kind}'`)) missing.push(`nobody tells ${kind}`);
  }
  expect(missing).toEqual([]);
});

test('messages of schemas are codes with a text', async () => {
  const missing: string[] = [];
  for (const file of sourceFiles(/^src\/(shared|domains)\/.*(?<!\.test)\.ts$/)) {
    for (const [, code = ''] of readSource(file).matchAll(/(?:error|message):\s*'([a-z-]+\.[a-z_]+)'/g)) {
      const [domain = '', what = ''] = code.split('.');
      for (const language of ['en', 'bn'] as const) {
        const texts = await textsOf(domain, language);
        if (!textAt(texts, `errors.${what}`)) missing.push(`${language} ${code} (${file})`);
      }
    }
  }
  expect(missing).toEqual([]);
});

test('both languages have the same keys, none is empty, and Bengali is Bengali', async () => {
  const untranslated: string[] = [];
  for (const domain of domains()) {
    const [en, bn] = [await textsOf(domain, 'en'), await textsOf(domain, 'bn')];
    expect(keys(bn).sort(), domain).toEqual(keys(en).sort());
    for (const key of keys(en)) {
      expect(textAt(en, key)?.trim(), `${domain} ${key}`).toBeTruthy();
      expect(textAt(bn, key)?.trim(), `${domain} ${key}`).toBeTruthy();
      if (
        /[a-z]{4,}/.test(textAt(en, key)?.replace(/\{\{.*?\}\}/g, '') ?? '') &&
        textAt(en, key) === textAt(bn, key)
      ) {
        untranslated.push(`${domain} ${key}: ${textAt(bn, key)}`);
      }
    }
  }
  // Names that are the same in both languages.
  expect(untranslated.filter((text) => !/bKash|Jolkol|CSV|XLSX|PDF|RAJUK/.test(text))).toEqual([]);
});

type PagesFile = {
  pages: { path: string; title: { en: string; bn: string } }[];
  menu: { path: string; title: { en: string; bn: string } }[];
};

test('every queue and act of a home leads to a page, and has a name in both languages', async () => {
  const actor = systemActor(new Date(), '2026-11-15');
  const { paths } = await pagesOfAll();
  const { all } = joinFaces(faces, []);
  const [queues, acts] = [all(workQueues).flat(), all(mainActs).flat()];
  expect(queues.length).toBeGreaterThan(10);
  for (const { path } of [...queues.map(({ list }) => list(actor)), ...acts.map(({ to }) => to)]) {
    expect(paths).toContain(path);
  }
  for (const { title } of [...queues, ...acts]) {
    expect(title.en.trim()).toBeTruthy();
    expect(title.bn).toMatch(/[ঀ-৿]/);
  }
  for (const places of [queues, acts])
    expect(new Set(places.map(({ order }) => order)).size).toBe(places.length);
  expect(new Set(queues.map(({ name }) => name)).size).toBe(queues.length);
});

async function pagesOfAll() {
  const files = await Promise.all(
    sourceFiles(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/).map(
      (file) => import(`${ROOT}/${file}`) as Promise<PagesFile>,
    ),
  );
  return { files, paths: files.flatMap((file) => file.pages.map((page) => page.path)) };
}

test('every menu entry leads to a page, titles are in both languages, no path twice', async () => {
  const { files, paths } = await pagesOfAll();
  expect(new Set(paths).size).toBe(paths.length);
  for (const entry of files.flatMap((file) => file.menu)) expect(paths, entry.path).toContain(entry.path);
  for (const { title } of files.flatMap((file) => [...file.pages, ...file.menu])) {
    expect(title.en.trim()).toBeTruthy();
    expect(title.bn).toMatch(/[ঀ-৿]/);
  }
});

/** Words that a householder does not use, and what to write instead. */
const NOT_OUR_WORDS: Record<string, string> = {
  প্রবেশ: 'লগইন',
  এক্সপোর্ট: 'ফাইলে নামান',
  'স্থির চার্জ': 'ফিক্সড চার্জ',
  স্থানাঙ্ক: 'ম্যাপে অবস্থান',
  মেয়াদোত্তীর্ণ: 'মেয়াদ শেষ, সময় পেরিয়েছে',
  এখনও: 'এখনো',
  ইনভয়েস: 'বিল',
  'যা যা হয়েছে': 'এ পর্যন্ত অগ্রগতি',
  শ্রেণি: 'সংযোগের ধরন',
  'বিলিং তালিকা': 'সংযোগের বিল',
  'পুনরুদ্ধার কোড': 'ব্যাকআপ কোড',
  'দ্বিতীয় ধাপের যাচাই': 'দুই ধাপে যাচাই',
  পরিশোধযোগ্য: 'প্রদেয়',
  পূর্ণকরণ: 'পূর্ণ টাকায় সমন্বয়',
  'সারণি দেখুন': 'তালিকা দেখুন',
  // One spelling for one word.
  'লগ আউট': 'লগআউট',
  'লগ ইন': 'লগইন',
  'যত দিন': 'যতদিন',
  'তত দিন': 'ততদিন',
  'সব সময়': 'সবসময়',
  কীসের: 'কিসের',
  // The utility speaks, not the software.
  জলকল: 'the name of the utility',
};

test('no text has a word that a householder in Dhaka does not use', () => {
  const files = sourceFiles(/^src\/(?:domains|web|shared|platform)\/.*(?<!\.test)\.(?:tsx?|typ)$/);
  // The name of a utility that has none of its own yet.
  const own = new Set(['src/domains/settings/queries.ts']);
  const found = files.flatMap((file) => {
    const text = readSource(file).normalize('NFC');
    return Object.entries(NOT_OUR_WORDS).flatMap(([word, better]) =>
      !own.has(file) && text.includes(word.normalize('NFC')) ? [`${file}: ${word}, write ${better}`] : [],
    );
  });
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

/** One word for one thing, on the screens and in the messages of applications, changes of owners and repairs. */
const ONE_WORD: Record<string, string> = {
  দপ্তর: 'অফিস',
  নাকচ: 'নামঞ্জুর',
  'যা যা হয়েছে': 'এ পর্যন্ত অগ্রগতি',
  'নামজারির কাগজ': 'নামজারি (মিউটেশন) খতিয়ান',
  'দখল হস্তান্তরের কাগজ': 'দখল হস্তান্তরপত্রের কপি',
  'পাতাটি আবার লোড': 'পাতাটি আবার খুলুন',
};

test('applications, changes of owners and repairs say the same word for the same thing', () => {
  const files = sourceFiles(
    /^src\/domains\/(?:applications|ownership|work-orders|dashboard)\/(?:.*\/)?(?:bn|bn-portal|bn-words|bn\.rules|names\.rules|message-texts)\.ts$/,
  );
  const found = files.flatMap((file) => {
    const text = readSource(file).normalize('NFC');
    return Object.entries(ONE_WORD).flatMap(([word, better]) =>
      text.includes(word.normalize('NFC')) ? [`${file}: ${word}, write ${better}`] : [],
    );
  });
  expect(files.length).toBeGreaterThan(8);
  expect(found).toEqual([]);
});
