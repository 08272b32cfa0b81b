/** The sentences of a bill's explanation and the names of its lines, the same on the screen and on paper. */
import type { PaperFormats } from '#shared/format.ts';
import type { Share } from '../tariffs/tariff.rules.ts';
import { type ExplanationPart, minorOf } from './explain.rules.ts';
import type { CategoryName, Days, Use } from './explain-shares.rules.ts';

export type Language = 'en' | 'bn';
type Part<K extends ExplanationPart['say']> = Extract<ExplanationPart, { say: K }>;
type Sayers = { [K in ExplanationPart['say']]: (part: Part<K>, write: Writers) => string };

export const LINE_NAMES: Record<Language, Record<string, string>> = {
  en: {
    water: 'Water',
    fixed: 'Fixed charge',
    minimum: 'Minimum charge',
    sewer: 'Sewerage',
    vat_water: 'VAT on water',
    vat_fixed: 'VAT on the fixed charge',
    vat_minimum: 'VAT on the minimum charge',
    vat_sewer: 'VAT on sewerage',
    surcharge: 'Surcharge',
    cheque_fee: 'Returned cheque',
    rebate_back: 'Rebate taken back',
    advance_back: 'Returned cheque, paid out before',
    round_off: 'Rounding',
  },
  bn: {
    water: 'পানি',
    fixed: 'ফিক্সড চার্জ',
    minimum: 'ন্যূনতম চার্জ',
    sewer: 'পয়ঃ (স্যুয়ারেজ) বিল',
    vat_water: 'পানির ভ্যাট',
    vat_fixed: 'ফিক্সড চার্জের ভ্যাট',
    vat_minimum: 'ন্যূনতম চার্জের ভ্যাট',
    vat_sewer: 'পয়ঃ চার্জের ভ্যাট',
    surcharge: 'বিলম্ব মাশুল (সারচার্জ)',
    cheque_fee: 'চেক ফেরত',
    rebate_back: 'রেয়াত ফেরত',
    advance_back: 'ফেরত চেকের টাকা, যা আগে দেওয়া হয়েছে',
    round_off: 'পূর্ণ টাকায় সমন্বয়',
  },
};

/** The name of a line in a language; a kind that has none is shown as it is. */
export function lineName(kind: string, language: Language): string {
  return LINE_NAMES[language][kind] ?? kind;
}

/** Litres in a cubic metre. */
const CUBIC_METRE = '1000';

function writersOf(formats: PaperFormats, language: Language) {
  /** Rounded half up to `places`; at least `fill` of them if there is a fraction. */
  const decimal = (text: string, places: number, fill = 0) => {
    const [whole = '0', fraction = ''] = text.split('.');
    const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
    const rounded = String(kept + (Number(fraction[places] ?? '0') >= 5 ? 1n : 0n)).padStart(places + 1, '0');
    const shown = rounded.slice(-places).replace(/0+$/, '');
    const padded = shown === '' ? '' : shown.padEnd(fill, '0');
    return `${formats.number(Number(rounded.slice(0, -places)))}${padded ? formats.digits(`.${padded}`) : ''}`;
  };
  const cubic = language === 'bn' ? 'ঘনমিটার' : 'm³';
  const unit = (litres: string) => {
    if (litres === CUBIC_METRE) return cubic;
    const size = decimal(litres, 3);
    return language === 'bn' ? `একক (${size} লিটার)` : `units of ${size} litres`;
  };
  /** `, Commercial`, if a bill has several categories. */
  const category = (name: CategoryName | null) => (name ? `, ${name[language]}` : '');
  return {
    ...formats,
    /** Up to three decimals: single litres. */
    quantity: (text: string) => decimal(text, 3),
    rate: (text: string) => `৳${decimal(text, 6, 2)}`,
    percent: (text: string) => `${decimal(text, 3)}%`,
    amountOf: (text: string) => formats.money(minorOf(text)),
    volume: (text: string, litres: string) => `${decimal(text, 3)} ${unit(litres)}`,
    /** ` × 2 × 10/31 × 3`: what a month's amount is multiplied with; nothing if it is one month. */
    share: ({ months, flats, days, of }: Share) =>
      [
        ...(months === '1' ? [] : [decimal(months, 6)]),
        ...(days === of ? [] : [`${formats.number(days)}/${formats.number(of)}`]),
        ...(flats === 1 ? [] : [formats.number(flats)]),
      ]
        .map((factor) => ` × ${factor}`)
        .join(''),
    /** The part of the use that these days have. */
    used: ({ quantity, days, of }: Use) =>
      days === of
        ? decimal(quantity, 3)
        : `${decimal(quantity, 3)} × ${formats.number(days)}/${formats.number(of)}`,
    /** `01 Oct 2026 to 10 Oct 2026: `, if a bill has several tariffs; with the category if it has several. */
    when: (days: Days) => {
      if (!days) return '';
      const between = language === 'bn' ? 'থেকে' : 'to';
      return `${formats.day(days.from)} ${between} ${formats.day(days.lastDay)}${category(days.category)}: `;
    },
    category,
  };
}
type Writers = ReturnType<typeof writersOf>;

/** The quantity in a block as a product: all of the block, or what the use has above its beginning. */
function shareQuantity(part: Part<'share_block'>, write: Writers): string {
  const share = write.share(part.share);
  const from = part.from === '0' ? '' : write.quantity(part.from);
  if (part.isFull) {
    const width = from ? `(${write.quantity(part.to ?? '')} − ${from})` : write.quantity(part.to ?? '');
    return `${width}${share}`;
  }
  if (part.place === 'only' && part.use.days === part.use.of)
    return write.volume(part.use.quantity, part.unitLitres);
  const used = write.used(part.use);
  return from ? `(${used} − ${from}${share})` : used;
}

const shareProduct = (quantity: string, part: { rate: string; amountMinor: number }, write: Writers) =>
  `${quantity} × ${write.rate(part.rate)} = ${write.money(part.amountMinor)}`;

/** `৳310 × 10/31 = ৳100` */
const shareAmount = (part: { rate: string; share: Share }, amountMinor: number, write: Writers) =>
  `${write.rate(part.rate)}${write.share(part.share)} = ${write.money(amountMinor)}`;

/**
 * `৳100 × (19 + 12 × 50%) ÷ 31 = ৳80.65`. `percent`: what of the empty days is owed, in whole percent; null if notices differ, so that it is none.
 */
function emptyShare(part: Part<'share_empty'>, write: Writers) {
  const full = part.days - part.emptyDays;
  /** In hundredths of days. */
  const owed = part.owed - full * 100;
  const percent = owed % part.emptyDays === 0 ? write.percent(String(owed / part.emptyDays)) : null;
  const like = write.quantity(String(owed / 100));
  const days = percent ? `${write.number(part.emptyDays)} × ${percent}` : like;
  const share = full === 0 ? days : `(${write.number(full)} + ${days})`;
  const of = full === 0 && percent ? percent : `${share} ÷ ${write.number(part.days)}`;
  const sum = `${write.rate(part.rate)}${write.share(part.share)} × ${of} = ${write.money(part.amountMinor)}`;
  return {
    full: full === 0 ? null : write.number(full),
    empty: write.number(part.emptyDays),
    percent,
    like,
    sum,
  };
}

const product = (block: { quantity: string; rate: string; amount: string }, write: Writers) =>
  `${write.quantity(block.quantity)} × ${write.rate(block.rate)} = ${write.amountOf(block.amount)}`;

const english: Sayers = {
  days: (part, write) =>
    `${write.day(part.from)} to ${write.day(part.lastDay)} (${part.share ? `${write.number(part.days)} of ${write.number(part.share.of)}` : write.number(part.days)} days)${write.category(part.category)}${part.tariff ? `, ${part.tariff.name}` : ''}: ${part.share ? `${write.used(part.share)} = ` : ''}${write.volume(part.use, part.unitLitres)}`,
  block: (part, write) => {
    const bounds = {
      only: () =>
        `${write.volume(part.quantity, part.unitLitres)} × ${write.rate(part.rate)} = ${write.amountOf(part.amount)}`,
      first: () => `First ${write.volume(part.to ?? '', part.unitLitres)}: ${product(part, write)}`,
      middle: () =>
        `${write.quantity(part.from)} to ${write.volume(part.to ?? '', part.unitLitres)}: ${product(part, write)}`,
      last: () => `Above ${write.volume(part.from, part.unitLitres)}: ${product(part, write)}`,
    };
    return bounds[part.place]();
  },
  tier: (part, write) => {
    const upTo = part.to === null ? '' : ` to ${write.quantity(part.to)}`;
    return `All of it at the price from ${write.quantity(part.from)}${upTo}: ${product(part, write)}`;
  },
  widened: (part, write) =>
    `Limits of the blocks × ${write.quantity(part.width)}, for the days and flats of this bill`,
  flat: (part, write) =>
    `One price for the month, whatever the use${part.rate === null ? '' : `: ${write.quantity(part.periods)} × ${write.rate(part.rate)}`}`,
  fixed: (part, write) =>
    part.rate === null
      ? `${write.quantity(part.periods)} months, at the price of each tariff`
      : `${write.quantity(part.periods)} ${part.periods === '1' ? 'month' : 'months'} × ${write.rate(part.rate)}`,
  floor: (part, write) =>
    `At least ${write.money(part.dueMinor)} is payable for water: ${write.money(part.amountMinor)} is missing to it`,
  base: () => 'The same for everybody of this tariff, whatever the use',
  sewer: (part, write) => {
    if (part.percent === null) return 'A share of the water charge, by the days of each tariff';
    const charge = part.onFixed ? 'the water and fixed charges' : 'the water charge';
    if (part.ofMinor === null) return `${write.percent(part.percent)} of ${charge} before rounding`;
    return `${write.percent(part.percent)} of ${charge} of ${write.money(part.ofMinor)}`;
  },
  vat: (part, write) => `${write.percent(part.percent)} of ${write.money(part.ofMinor)}`,
  vat_rest: (part, write) =>
    `${write.percent(part.percent)} of water and minimum, ${write.money(part.ofMinor)}, less ${write.money(part.lessMinor)} VAT on water`,
  share_block: (part, write) => {
    const share = write.share(part.share);
    const bounds = {
      only: () => '',
      first: () => `First ${write.volume(part.to ?? '', part.unitLitres)}${share}: `,
      middle: () =>
        `${write.quantity(part.from)} to ${write.volume(part.to ?? '', part.unitLitres)}${share}: `,
      last: () => `Above ${write.volume(part.from, part.unitLitres)}${share}: `,
    };
    return `${bounds[part.place]()}${shareProduct(shareQuantity(part, write), part, write)}`;
  },
  share_tier: (part, write) => {
    const upTo = part.to === null ? '' : ` to ${write.quantity(part.to)}`;
    const bounds = `${write.quantity(part.from)}${upTo}, limits${write.share(part.share) || ' × 1'}`;
    return `All of it at the price from ${bounds}: ${shareProduct(write.used(part.use), part, write)}`;
  },
  share_flat: (part, write) =>
    `One price for the month, whatever the use: ${shareAmount(part, part.amountMinor, write)}`,
  share_fixed: (part, write) => `${write.when(part.when)}${shareAmount(part, part.amountMinor, write)}`,
  share_empty: (part, write) => {
    const { full, empty, percent, like, sum } = emptyShare(part, write);
    const owed = percent
      ? `${percent} for ${empty} empty days`
      : `${empty} empty days by several notices like ${like} days`;
    return `${write.when(part.when)}${full ? `${full} days in full, ` : ''}${owed}: ${sum}`;
  },
  share_base: (part, write) => `${write.when(part.when)}${shareAmount(part, part.amountMinor, write)}`,
  share_floor: (part, write) =>
    `${write.when(part.when)}${part.owedMinor === null ? shareAmount(part, part.dueMinor, write) : write.money(part.owedMinor)} is payable for water at least: ${write.money(part.missingMinor)} is missing to it`,
  share_sewer: (part, write) =>
    `${write.when(part.when)}${write.percent(part.percent)} of the ${part.onFixed ? 'water and fixed charges' : 'water charge'}${part.when ? ' of these days' : ''} before rounding = ${write.money(part.amountMinor)}`,
  round_off: (part, write) => `So that ${write.money(part.totalMinor)} is payable`,
  surcharge: () => 'For earlier bills that were not paid in time',
};

const bengali: Sayers = {
  days: (part, write) =>
    `${write.day(part.from)} থেকে ${write.day(part.lastDay)} (${part.share ? `${write.number(part.share.of)} দিনের মধ্যে ${write.number(part.days)}` : write.number(part.days)} দিন)${write.category(part.category)}${part.tariff ? `, ${write.day(part.tariff.effectiveFrom)} থেকে কার্যকর মূল্যহার` : ''}: ${part.share ? `${write.used(part.share)} = ` : ''}${write.volume(part.use, part.unitLitres)}`,
  block: (part, write) => {
    const bounds = {
      only: () =>
        `${write.volume(part.quantity, part.unitLitres)} × ${write.rate(part.rate)} = ${write.amountOf(part.amount)}`,
      first: () => `প্রথম ${write.volume(part.to ?? '', part.unitLitres)}: ${product(part, write)}`,
      middle: () =>
        `${write.quantity(part.from)} থেকে ${write.volume(part.to ?? '', part.unitLitres)}: ${product(part, write)}`,
      last: () => `${write.quantity(part.from)}-এর ওপরে: ${product(part, write)}`,
    };
    return bounds[part.place]();
  },
  tier: (part, write) => {
    const bounds =
      part.to === null
        ? `${write.quantity(part.from)}-এর ওপরের`
        : `${write.quantity(part.from)} থেকে ${write.quantity(part.to)}-এর`;
    return `পুরো ব্যবহার ${bounds} দরে: ${product(part, write)}`;
  },
  widened: (part, write) => `ধাপের সীমা × ${write.quantity(part.width)}, এই বিলের দিন ও ফ্ল্যাট অনুযায়ী`,
  flat: (part, write) =>
    `ব্যবহার যা-ই হোক, মাসে এক দর${part.rate === null ? '' : `: ${write.quantity(part.periods)} × ${write.rate(part.rate)}`}`,
  fixed: (part, write) =>
    part.rate === null
      ? `${write.quantity(part.periods)} মাস, প্রতিটি ট্যারিফের দরে`
      : `${write.quantity(part.periods)} মাস × ${write.rate(part.rate)}`,
  floor: (part, write) =>
    `পানির জন্য অন্তত ${write.money(part.dueMinor)} দিতে হয়: তার চেয়ে ${write.money(part.amountMinor)} কম ছিল`,
  base: () => 'ব্যবহার যা-ই হোক, এই ট্যারিফের সবার জন্য এক',
  sewer: (part, write) => {
    if (part.percent === null) return 'পানির চার্জের অংশ, প্রতিটি ট্যারিফের দিন অনুযায়ী';
    const charge = part.onFixed ? 'পানি ও ফিক্সড চার্জ' : 'পানির চার্জ';
    if (part.ofMinor === null) return `পূর্ণ করার আগের ${charge}ের ${write.percent(part.percent)}`;
    return `${charge} ${write.money(part.ofMinor)}-এর ${write.percent(part.percent)}`;
  },
  vat: (part, write) => `${write.money(part.ofMinor)}-এর ${write.percent(part.percent)}`,
  vat_rest: (part, write) =>
    `পানি ও ন্যূনতম চার্জ ${write.money(part.ofMinor)}-এর ${write.percent(part.percent)}, পানির ভ্যাট ${write.money(part.lessMinor)} বাদে`,
  share_block: (part, write) => {
    const share = write.share(part.share);
    const bounds = {
      only: () => '',
      first: () => `প্রথম ${write.volume(part.to ?? '', part.unitLitres)}${share}: `,
      middle: () =>
        `${write.quantity(part.from)} থেকে ${write.volume(part.to ?? '', part.unitLitres)}${share}: `,
      last: () => `${write.volume(part.from, part.unitLitres)}${share}-এর ওপরে: `,
    };
    return `${bounds[part.place]()}${shareProduct(shareQuantity(part, write), part, write)}`;
  },
  share_tier: (part, write) => {
    const bounds =
      part.to === null
        ? `${write.quantity(part.from)}-এর ওপরের`
        : `${write.quantity(part.from)} থেকে ${write.quantity(part.to)}-এর`;
    const limits = `সীমা${write.share(part.share) || ' × ১'}`;
    return `পুরো ব্যবহার ${bounds} দরে (${limits}): ${shareProduct(write.used(part.use), part, write)}`;
  },
  share_flat: (part, write) => `ব্যবহার যা-ই হোক, মাসে এক দর: ${shareAmount(part, part.amountMinor, write)}`,
  share_fixed: (part, write) => `${write.when(part.when)}${shareAmount(part, part.amountMinor, write)}`,
  share_empty: (part, write) => {
    const { full, empty, percent, like, sum } = emptyShare(part, write);
    const owed = percent
      ? `খালি ${empty} দিনের ${percent}`
      : `কয়েকটি নোটিশে খালি ${empty} দিন ${like} দিনের সমান`;
    return `${write.when(part.when)}${full ? `${full} দিন পুরো, ` : ''}${owed}: ${sum}`;
  },
  share_base: (part, write) => `${write.when(part.when)}${shareAmount(part, part.amountMinor, write)}`,
  share_floor: (part, write) =>
    `${write.when(part.when)}পানির জন্য অন্তত ${part.owedMinor === null ? shareAmount(part, part.dueMinor, write) : write.money(part.owedMinor)} দিতে হয়: তার চেয়ে ${write.money(part.missingMinor)} কম ছিল`,
  share_sewer: (part, write) =>
    `${write.when(part.when)}${part.when ? 'এই দিনগুলোর ' : ''}পূর্ণ করার আগের ${part.onFixed ? 'পানি ও ফিক্সড চার্জের' : 'পানির চার্জের'} ${write.percent(part.percent)} = ${write.money(part.amountMinor)}`,
  round_off: (part, write) => `মোট ${write.money(part.totalMinor)} করতে`,
  surcharge: () => 'আগের বিল সময়মতো পরিশোধ না হওয়ায়',
};

const SAYERS: Record<Language, Sayers> = { en: english, bn: bengali };

/** The sentence of one part. */
export function sayPart(part: ExplanationPart, language: Language, formats: PaperFormats): string {
  const say = SAYERS[language][part.say] as (part: ExplanationPart, write: Writers) => string;
  return say(part, writersOf(formats, language));
}
