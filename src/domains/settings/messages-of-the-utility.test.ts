/**
 * Every SMS and mail speaks as the utility, in a language that the website offers, and an SMS costs no more than it
 * says. Each domain keeps its texts in a file `message-texts.ts`.
 */
import { expect, test } from 'vitest';
import { codeText } from '#domains/identity/message-texts.ts';
import {
  type Language,
  type MessageText,
  mailText,
  type Speaker,
  smsText,
  speakerOf,
} from '#domains/settings/speaker.ts';
import { NEXT } from '#domains/wallet/auto-pay/message-texts.ts';
import { asSent, countSms } from '#shared/sms/sms.ts';
import { readSource, sourceFiles } from '#tools/source-files.ts';

type Texts = [name: string, text: MessageText][];

const NAMES = {
  nameEn: 'Purbachal Water Supply and Sewerage Authority of Greater Dhaka',
  nameBn: 'বৃহত্তর ঢাকা পূর্বাচল পানি সরবরাহ ও পয়োনিষ্কাশন কর্তৃপক্ষ',
  titleSuffix: 'Purbachal Water Supply and Sewerage',
};
const HOST = 'https://portal.water-supply.purbachal.gov.bd';
const speaker = (language: Language, names: object = NAMES, website: object = {}): Speaker =>
  speakerOf({ utility: { ...NAMES, ...names }, website, publicUrl: HOST }, language);

const WORDS = {
  en: 'Mosammat Rahima Khatun Chowdhury of the third floor behind the mosque '.repeat(5).trim(),
  bn: 'মোসাম্মৎ রহিমা খাতুন চৌধুরী তৃতীয় তলা মসজিদের পেছনে '.repeat(6).trim(),
};

/** The longest name that a town starts with. */
const CATEGORY = { en: 'Community and low-income', bn: 'কমিউনিটি ও নিম্নআয়' };

/** The longest values that each fact can have. */
function longest(language: Language, file: string, name: string) {
  const { write, linkTo } = speaker(language);
  const free = WORDS[language];
  return {
    ...{
      code: '12345678',
      link: `${HOST}/invited?code=12345678`,
      head: 'a'.repeat(64),
      line: 'audit 1 changed',
    },
    ...{ number: write.digits('3000000049'), customerNumber: write.digits('3000000049') },
    bill: write.digits('5000000049'),
    ...{ receipt: write.digits('6001054295'), connection: write.digits('3000000049') },
    ...{ phoneEnd: write.digits('4567'), days: write.digits('7'), minutes: write.digits('10') },
    ...{ hours: write.digits('48'), amount: write.money(99_99_99_999_99), day: write.day('2026-09-22') },
    earlier: write.day('2026-09-22'),
    ...{ final: write.cubicMetres(999_999_999), opening: write.cubicMetres(999_999_999) },
    ...{ meter: 'M'.repeat(40), cheque: write.digits('1234567890123456'), fee: write.money(10_000_00) },
    surcharge: write.money(10_000_00),
    ...{
      due: write.money(99_99_99_999_99),
      advance: write.money(99_99_99_999_99),
      taken: write.money(99_99_99_999_99),
      balance: write.money(99_99_99_999_99),
      until: write.day('2026-09-22'),
    },
    ...{
      month: write.month('2026-09-01'),
      target: `${language === 'bn' ? 'আবেদন' : 'application'} ${write.digits('1000000717')}`,
    },
    count: write.digits('12'),
    ...{ category: CATEGORY[language], follows: CATEGORY[language] },
    from: write.day('2026-09-22'),
    older: write.money(99_99_99_999_99),
    next: NEXT.again[language](write.day('2026-09-22')),
    ...{ holder: free.slice(0, 120), person: free.slice(0, 120), remark: free.slice(0, 300), page: '' },
    // Those that lead to the record that they are about.
    ...(/(?:applications|collections|ownership|payment-plans|work-orders)\//.test(file) && {
      link: linkTo('3000000049'),
    }),
    ...(name === 'passwordLink' && { link: `${HOST}/user/choose-password#${'a'.repeat(43)}` }),
  };
}

const files = sourceFiles(/^src\/domains\/.*\/message-texts\.ts$/);

async function allTexts(): Promise<Texts> {
  const modules = await Promise.all(files.map((file) => import(`../../../${file}`)));
  return modules.flatMap((module, index) =>
    Object.entries(module.messages as Record<string, MessageText>).map(
      ([name, text]) => [`${files[index]} ${name}`, text] as [string, MessageText],
    ),
  );
}

const cases = async () =>
  (await allTexts()).flatMap(([name, text]) =>
    (['en', 'bn'] as const).map((language) => ({
      ...{ name: `${name} ${language}`, text, language },
      facts: longest(language, String(name.split(' ')[0]), String(name.split(' ')[1])),
    })),
  );

test('who writes a message takes it from the texts of its domain', () => {
  const senders = sourceFiles(/^src\/domains\/.*(?<!\.test)\.ts$/).filter((file) =>
    /\b(?:enqueueMessages?|enqueueWritten|sendWithCommit)\(/.test(readSource(file)),
  );
  expect(senders.length).toBeGreaterThan(8);
  const others = senders.filter(
    (file) => !/\b(?:smsText|smsWithCode|mailText|messagesTo|codeText)\(/.test(readSource(file)),
  );
  expect(others).toEqual([]);
  expect(files.length).toBeGreaterThan(6);
});

test('every text has the name of the utility, and never that of the software', async () => {
  const wrong: string[] = [];
  for (const { name, text, language, facts } of await cases()) {
    const by = speaker(language);
    const mail = mailText(by, text, facts);
    if (text.parts && !smsText(by, text, facts).includes(by.name.sms)) wrong.push(`${name}: SMS without it`);
    if (!mail.text.includes(by.name.email)) wrong.push(`${name}: mail without it`);
    const whole = `${smsText(by, text, facts)} ${mail.subject} ${mail.text}`;
    if (/jolkol|জলকল/i.test(whole)) wrong.push(`${name}: the software speaks`);
    if (/undefined|\{\{/.test(whole)) wrong.push(`${name}: a fact that this test does not know`);
  }
  expect(wrong).toEqual([]);
});

test('an SMS with the longest values costs no more parts than it says, and its code is within the first 40 signs', async () => {
  const found: Record<string, number> = {};
  for (const { name, text, language, facts } of await cases()) {
    if (!text.parts) continue;
    const sms = smsText(speaker(language), text, facts);
    const { isGsm, parts } = countSms(sms);
    expect.soft(parts, `${name}: ${sms}`).toBeLessThanOrEqual(text.parts[language]);
    if (language === 'en') expect.soft(isGsm, `${name}: a sign that makes it dear`).toBe(true);
    const code = sms.search(/12345678/);
    if (code >= 0 && code < sms.indexOf('http')) expect.soft(code + 8, name).toBeLessThanOrEqual(40);
    found[name] = parts;
    // What people wrote may take a third part, and so may a link; what the product says may not.
    const isLong = /remark|link/.test(text[language].toString());
    expect.soft(text.parts[language], name).toBeLessThanOrEqual(isLong ? 3 : 2);
  }
  const most = (pattern: RegExp) =>
    Math.max(...Object.entries(found).flatMap(([name, parts]) => (pattern.test(name) ? [parts] : [])));
  expect(most(/identity\S+ code en/)).toBe(1);
  expect(most(/identity\S+ code bn/)).toBe(1);
  expect(most(/claim|sharing/)).toBe(2);
  expect(most(/./)).toBeLessThanOrEqual(3);
});

/** As they are in most messages. */
const USUAL = {
  en: {
    ...{ holder: 'Mosammat Rahima Khatun', person: 'Mosammat Rahima Khatun' },
    ...{ remark: 'The deed cannot be read on the photo', older: '' },
  },
  bn: {
    ...{ holder: 'মোসাম্মৎ রহিমা খাতুন', person: 'মোসাম্মৎ রহিমা খাতুন' },
    ...{ remark: 'দলিলের ছবি স্পষ্ট নয়, আবার দিন', older: '' },
  },
};

test('an SMS with usual names, sums and reasons costs two parts at most, and nothing of it is cut', async () => {
  for (const { name, text, language, facts } of await cases()) {
    if (!text.parts) continue;
    const own = { nameEn: 'Dhaka WASA', nameBn: 'ঢাকা ওয়াসা' };
    const { write } = speaker(language, own);
    const link = facts.link.replace('portal.water-supply.purbachal.gov.bd', 'portal.dwasa.org.bd');
    const usual = { ...facts, ...USUAL[language], link, amount: write.money(1_23_456_00) };
    const sms = smsText(speaker(language, own), text, usual);
    expect.soft(countSms(sms).parts, `${name}: ${sms}`).toBeLessThanOrEqual(2);
    for (const [fact, value] of Object.entries(USUAL[language]))
      if (new RegExp(`\\$\\{${fact}\\b`).test(text[language].toString()))
        expect.soft(sms, `${name} cuts ${fact}`).toContain(asSent(value));
  }
});

test('a name in the other script makes an English SMS no longer than two', async () => {
  const sharing = (await cases()).filter(({ name }) => /sharing.* en$/.test(name));
  expect(sharing.length).toBe(6);
  for (const { name, text, language, facts } of sharing) {
    const sms = smsText(speaker(language), text, { ...facts, holder: WORDS.bn, person: WORDS.bn });
    expect.soft(countSms(sms).parts, `${name}: ${sms}`).toBeLessThanOrEqual(2);
    expect.soft(sms).toContain('3000000049');
  }
});

test.each(['en', 'bn'] as const)(
  'a code names its page for the phone, unless that costs one more SMS: %s',
  (language) => {
    const by = speaker(language);
    const usual = codeText(by, { code: '012345', minutes: 10, publicUrl: `${HOST}/login` });
    expect(usual.split('\n').at(-1)).toBe('@portal.water-supply.purbachal.gov.bd #012345');
    expect(usual.indexOf('012345') + 6).toBeLessThanOrEqual(40);
    const most = { en: 1, bn: 2 }[language];
    expect(countSms(usual).parts).toBeLessThanOrEqual(most);
    const long = codeText(by, {
      code: '012345',
      minutes: 10,
      publicUrl: `https://${'water-supply.'.repeat(9)}gov.bd`,
    });
    expect(long).not.toContain('@');
    expect(long).toContain('012345');
    expect(countSms(long).parts).toBeLessThanOrEqual(most);
  },
);

test('the name in an SMS: whole if it is short, else the short one, else cut at a word', () => {
  const nameOf = (names: object) => speaker('en', names).name;
  expect(nameOf({ nameEn: 'Dhaka WASA' })).toEqual({ email: 'Dhaka WASA', sms: 'Dhaka WASA' });
  expect(nameOf({ titleSuffix: 'PWSA' })).toEqual({ email: NAMES.nameEn, sms: 'PWSA' });
  expect(nameOf({}).sms).toBe('Purbachal Water Supply');
  expect(speaker('bn').name.sms).toBe('বৃহত্তর ঢাকা পূর্বাচল');
});

test('a message goes in a language that the website offers', () => {
  const spoken = (wanted: Language | undefined, languages: string, own: Language = 'en') =>
    speakerOf({ utility: { ...NAMES, language: own }, website: { languages } }, wanted).language;
  expect(spoken('bn', 'en_bn')).toBe('bn');
  expect(spoken('en', 'bn_en', 'bn')).toBe('en');
  // Not offered any more.
  expect(spoken('bn', 'en')).toBe('en');
  expect(spoken('en', 'bn')).toBe('bn');
  // Nobody chose.
  expect(spoken(undefined, 'en_bn', 'bn')).toBe('bn');
  expect(spoken(undefined, 'en', 'bn')).toBe('en');
});

test('an address in an SMS leads to the record of a number; phones know it without https://, and need http://', () => {
  const linkFrom = (publicUrl: string | null) =>
    speakerOf({ utility: NAMES, website: {}, publicUrl }, 'en').linkTo('9300000017');
  expect(linkFrom('https://portal.example.org')).toBe('portal.example.org/n/9300000017');
  expect(linkFrom('http://localhost:8080')).toBe('http://localhost:8080/n/9300000017');
});
