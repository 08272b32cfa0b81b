/**
 * How numbers, money, volumes, days and instants are written: lakh grouping in both languages, two decimals
 * only when fractional (spec §9), a true minus, dd Mon yyyy, 12-hour time. Bengali sentences have whole names of months
 * and a word for the part of the day instead of AM and PM. Own code because Intl groups English by thousands and puts the
 * Taka sign behind in Bengali.
 */

export type FormatChoice = { language: 'en' | 'bn'; bengaliDigits: boolean };

const MINUS = '−';
export const TAKA = '৳';
/** In tables and charts. */
const MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  bn: ['জানু', 'ফেব্রু', 'মার্চ', 'এপ্রিল', 'মে', 'জুন', 'জুলাই', 'আগস্ট', 'সেপ্টে', 'অক্টো', 'নভে', 'ডিসে'],
};
const LONG_MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  bn: 'জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর'.split(' '),
};

/** Latin digits to Bengali ones. */
export function toBengaliDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
}

/** 1234567 → 12,34,567 (digits only, no sign). */
function groupLakh(digits: string): string {
  const head = digits.slice(0, -3);
  return head ? `${head.replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}` : digits;
}

/** An integer number of hundredths or thousandths as a grouped decimal text. */
function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  const fraction = digits.slice(-places);
  const whole = groupLakh(digits.slice(0, -places));
  return `${value < 0 ? MINUS : ''}${whole}${/^0+$/.test(fraction) ? '' : `.${fraction}`}`;
}

/** Ten digits, a phone, a price; no IP address, no name, no sentence. */
const NUMBER_ALONE = /^\+?[\d,]+(?:\.\d+)?$/;

/** A mobile number as it is stored (`phone.ts`), or as it was typed behind the fixed +880. */
const MOBILE = /^(?:\+880|0)?(1[3-9]\d{2})(\d{6})$/;

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/** File size (spec §9): KB below 1 MB, above that MB, two decimals. */
function sizeText(bytes: number, language: 'en' | 'bn'): string {
  const [kilobytes, megabytes] = language === 'bn' ? ['কেবি', 'এমবি'] : ['KB', 'MB'];
  const mega = 1024 * 1024;
  return bytes < mega
    ? `${(bytes / 1024).toFixed(2)} ${kilobytes}`
    : `${(bytes / mega).toFixed(2)} ${megabytes}`;
}

/** The instant's parts in the utility's time zone, in Latin digits. */
function instantParts(instant: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')) % 24,
    minute: part('minute'),
  };
}

/** The writers for one choice of language and digits, in the utility's time zone. */
export function formats(choice: FormatChoice, timeZone: string) {
  const writeDay = daysOf(choice);
  const shortDay = shortDaysOf(choice);
  const dayIn = (day: string) => (day.includes('T') ? instantParts(day, timeZone).day : day);
  return {
    ...formatsOfPapers(choice),
    /** 12 May 2026; of an instant, its day in the utility's time zone. */
    day: (day: string) => writeDay(dayIn(day)),
    /** The same in a cell of a table, with a short month. */
    shortDay: (day: string) => shortDay(dayIn(day)),
    /** 12 May 2026, 03:04 PM, in the utility's time zone. */
    instant: (instant: string) => {
      const parts = instantParts(instant, timeZone);
      return `${writeDay(parts.day)}, ${clockOf(choice, parts)}`;
    },
    /** The same in a cell of a table, with a short month. */
    shortInstant: (instant: string) => {
      const parts = instantParts(instant, timeZone);
      return `${shortDay(parts.day)}, ${clockOf(choice, parts)}`;
    },
    time: (instant: string) => clockOf(choice, instantParts(instant, timeZone)),
  };
}

const digitsOf = ({ language, bengaliDigits }: FormatChoice) => {
  const bengali = language === 'bn' && bengaliDigits;
  return (text: string) => (bengali ? toBengaliDigits(text) : text);
};

const shortDaysOf = (choice: FormatChoice) => (day: string) => {
  const [, year = '', month = '', date = ''] = DAY.exec(day) ?? [];
  const name = MONTHS[choice.language][Number(month) - 1];
  return name ? digitsOf(choice)(`${date} ${name} ${year}`) : day;
};

const daysOf = (choice: FormatChoice) => {
  if (choice.language === 'en') return shortDaysOf(choice);
  return (day: string) => {
    const [, year = '', month = '', date = ''] = DAY.exec(day) ?? [];
    const name = LONG_MONTHS.bn[Number(month) - 1];
    return name ? digitsOf(choice)(`${Number(date)} ${name} ${year}`) : day;
  };
};

/** Parts of the day in Bengali, each with the hour that it begins with. */
const PARTS_OF_DAY = [
  [20, 'রাত'],
  [18, 'সন্ধ্যা'],
  [15, 'বিকাল'],
  [12, 'দুপুর'],
  [6, 'সকাল'],
  [4, 'ভোর'],
  [0, 'রাত'],
] as const;

/** 03:04 PM; in Bengali বিকাল ৩:০৪, as people say it. */
function clockOf(choice: FormatChoice, { hour, minute }: { hour: number; minute: string }): string {
  const hours = String(hour % 12 || 12);
  if (choice.language === 'en') return `${hours.padStart(2, '0')}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
  const [, part] = PARTS_OF_DAY.find(([from]) => hour >= from) ?? PARTS_OF_DAY[0];
  return `${part} ${digitsOf(choice)(`${hours}:${minute}`)}`;
}

/** What needs no time zone: papers and messages write calendar days and no instants. */
export function formatsOfPapers(choice: FormatChoice) {
  const digits = digitsOf(choice);
  const amount = (minor: number) => digits(decimal(minor, 2));
  return {
    digits,
    /** 01712-345678, as everybody dials it; another number (the help line's) stays as it was written. */
    phone: (text: string) => digits(text.replace(MOBILE, '0$1-$2')),
    /** A kept value of any field: the digits of a number that is alone. What somebody wrote stays as it is. */
    numberOrText: (text: string) => (NUMBER_ALONE.test(text) ? digits(text) : text),
    /** 12,34,567; fractions with two decimals. */
    number: (value: number) =>
      Number.isInteger(value)
        ? digits(`${value < 0 ? MINUS : ''}${groupLakh(String(Math.abs(value)))}`)
        : digits(decimal(Math.round(value * 100), 2)),
    /** Poisha without the sign, for columns whose head names the unit. */
    amount,
    /** Poisha with ৳. */
    money: (minor: number) => (minor < 0 ? `${MINUS}${TAKA}${amount(-minor)}` : `${TAKA}${amount(minor)}`),
    /** Litres as cubic metres: two decimals when fractional, a third only for single litres. */
    cubicMetres: (litres: number) => digits(litres % 10 === 0 ? decimal(litres / 10, 2) : decimal(litres, 3)),
    litres: (litres: number) => digits(`${litres < 0 ? MINUS : ''}${groupLakh(String(Math.abs(litres)))}`),
    /** 12 May 2026, from a calendar day. */
    day: daysOf(choice),
    /** The same with a short month: in a table, a chart or a line of a bill. */
    shortDay: shortDaysOf(choice),
    /** May 2026, from the first day of the month. */
    month: (day: string) => {
      const [, year = '', month = ''] = DAY.exec(day) ?? [];
      const name = LONG_MONTHS[choice.language][Number(month) - 1];
      return name ? digits(`${name} ${year}`) : day;
    },
    fileSize: (bytes: number) => digits(sizeText(bytes, choice.language)),
    /** 0.125 → 12.5% */
    percent: (share: number) => `${digits(decimal(Math.round(share * 1000), 1))}%`.replace('-', MINUS),
  };
}

export type Formats = ReturnType<typeof formats>;
export type PaperFormats = ReturnType<typeof formatsOfPapers>;
