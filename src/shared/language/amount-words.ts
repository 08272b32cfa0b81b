/** Amounts in words as papers of Bangladesh write them: crore, lakh, thousand, hundred; "only" so that nothing is added. */

type Language = 'en' | 'bn';

const EN_SMALL = [
  ...[
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const EN_TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** Bengali has a word of its own for each number below a hundred. */
const BN_SMALL = [
  ...['শূন্য', 'এক', 'দুই', 'তিন', 'চার', 'পাঁচ', 'ছয়', 'সাত', 'আট', 'নয়'],
  ...['দশ', 'এগারো', 'বারো', 'তেরো', 'চৌদ্দ', 'পনেরো', 'ষোলো', 'সতেরো', 'আঠারো', 'উনিশ'],
  ...['বিশ', 'একুশ', 'বাইশ', 'তেইশ', 'চব্বিশ', 'পঁচিশ', 'ছাব্বিশ', 'সাতাশ', 'আটাশ', 'ঊনত্রিশ'],
  ...['ত্রিশ', 'একত্রিশ', 'বত্রিশ', 'তেত্রিশ', 'চৌত্রিশ', 'পঁয়ত্রিশ', 'ছত্রিশ', 'সাঁইত্রিশ', 'আটত্রিশ', 'ঊনচল্লিশ'],
  ...[
    'চল্লিশ',
    'একচল্লিশ',
    'বিয়াল্লিশ',
    'তেতাল্লিশ',
    'চুয়াল্লিশ',
    'পঁয়তাল্লিশ',
    'ছেচল্লিশ',
    'সাতচল্লিশ',
    'আটচল্লিশ',
    'ঊনপঞ্চাশ',
  ],
  ...['পঞ্চাশ', 'একান্ন', 'বায়ান্ন', 'তিপ্পান্ন', 'চুয়ান্ন', 'পঞ্চান্ন', 'ছাপ্পান্ন', 'সাতান্ন', 'আটান্ন', 'ঊনষাট'],
  ...['ষাট', 'একষট্টি', 'বাষট্টি', 'তেষট্টি', 'চৌষট্টি', 'পঁয়ষট্টি', 'ছেষট্টি', 'সাতষট্টি', 'আটষট্টি', 'ঊনসত্তর'],
  ...['সত্তর', 'একাত্তর', 'বাহাত্তর', 'তিয়াত্তর', 'চুয়াত্তর', 'পঁচাত্তর', 'ছিয়াত্তর', 'সাতাত্তর', 'আটাত্তর', 'ঊনআশি'],
  ...['আশি', 'একাশি', 'বিরাশি', 'তিরাশি', 'চুরাশি', 'পঁচাশি', 'ছিয়াশি', 'সাতাশি', 'আটাশি', 'ঊননব্বই'],
  ...['নব্বই', 'একানব্বই', 'বিরানব্বই', 'তিরানব্বই', 'চুরানব্বই', 'পঁচানব্বই', 'ছিয়ানব্বই', 'সাতানব্বই', 'আটানব্বই', 'নিরানব্বই'],
];

const UNITS: readonly [size: number, en: string, bn: string][] = [
  [10_000_000, 'crore', 'কোটি'],
  [100_000, 'lakh', 'লাখ'],
  [1000, 'thousand', 'হাজার'],
  [100, 'hundred', 'শত'],
];

function belowHundred(number: number, language: Language): string {
  if (language === 'bn') return BN_SMALL[number] ?? '';
  if (number < 20) return EN_SMALL[number] ?? '';
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  return ones === 0 ? (EN_TENS[tens] ?? '') : `${EN_TENS[tens]}-${EN_SMALL[ones]}`;
}

/** A whole number from 0; crores are counted in words themselves. */
function inWords(number: number, language: Language): string {
  const parts: string[] = [];
  let rest = number;
  for (const [size, en, bn] of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${inWords(count, language)} ${language === 'bn' ? bn : en}`);
    rest %= size;
  }
  if (rest > 0 || parts.length === 0) {
    const last = belowHundred(rest, language);
    parts.push(language === 'en' && parts.length > 0 ? `and ${last}` : last);
  }
  return parts.join(' ');
}

/**
 * "In words: nine hundred and sixty taka only".
 * @param minor poisha, from 0
 */
export function amountInWords(minor: number, language: Language): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`no amount to write: ${minor}`);
  const [taka, poisha] = [Math.floor(minor / 100), minor % 100];
  const written = (number: number) => inWords(number, language);
  if (language === 'bn') {
    const parts = [
      ...(taka > 0 || poisha === 0 ? [`${written(taka)} টাকা`] : []),
      ...(poisha > 0 ? [`${written(poisha)} পয়সা`] : []),
    ];
    return `কথায়: ${parts.join(' ')} মাত্র`;
  }
  const parts = [
    ...(taka > 0 || poisha === 0 ? [`${written(taka)} taka`] : []),
    ...(poisha > 0 ? [`${written(poisha)} poisha`] : []),
  ];
  return `In words: ${parts.join(' and ')} only`;
}
