/** The scheduled banks of Bangladesh: a cheque names one of them, or another one. What a clerk writes is kept as the name of the list. */

/** English, Bengali, and what else people write; "Ltd.", "PLC" and the like are left out. */
const BANKS: readonly (readonly [string, string, ...string[]])[] = [
  ['AB Bank', 'এবি ব্যাংক'],
  ['Agrani Bank', 'অগ্রণী ব্যাংক', 'Agrani'],
  ['Al-Arafah Islami Bank', 'আল-আরাফাহ্ ইসলামী ব্যাংক', 'AIBL'],
  ['Bangladesh Commerce Bank', 'বাংলাদেশ কমার্স ব্যাংক', 'BCBL'],
  ['Bangladesh Development Bank', 'বাংলাদেশ ডেভেলপমেন্ট ব্যাংক', 'BDBL'],
  ['Bangladesh Krishi Bank', 'বাংলাদেশ কৃষি ব্যাংক', 'Krishi Bank', 'BKB'],
  ['Bank Al-Falah', 'ব্যাংক আল-ফালাহ্', 'Bank Alfalah'],
  ['Bank Asia', 'ব্যাংক এশিয়া'],
  ['Basic Bank', 'বেসিক ব্যাংক'],
  ['Bengal Commercial Bank', 'বেঙ্গল কমার্শিয়াল ব্যাংক'],
  ['BRAC Bank', 'ব্র্যাক ব্যাংক', 'BRAC'],
  ['Citibank N.A.', 'সিটিব্যাংক এন.এ.', 'Citibank'],
  ['Citizens Bank', 'সিটিজেনস ব্যাংক'],
  ['City Bank', 'সিটি ব্যাংক', 'CBL'],
  ['Commercial Bank of Ceylon', 'কমার্শিয়াল ব্যাংক অব সিলন'],
  ['Community Bank Bangladesh', 'কমিউনিটি ব্যাংক বাংলাদেশ', 'Community Bank'],
  ['Dhaka Bank', 'ঢাকা ব্যাংক'],
  ['Dutch-Bangla Bank', 'ডাচ্-বাংলা ব্যাংক', 'DBBL'],
  ['Eastern Bank', 'ইস্টার্ন ব্যাংক', 'EBL'],
  ['EXIM Bank', 'এক্সিম ব্যাংক', 'Export Import Bank of Bangladesh'],
  ['First Security Islami Bank', 'ফার্স্ট সিকিউরিটি ইসলামী ব্যাংক', 'FSIBL'],
  ['Global Islami Bank', 'গ্লোবাল ইসলামী ব্যাংক', 'NRB Global Bank'],
  ['Habib Bank', 'হাবিব ব্যাংক'],
  ['HSBC', 'এইচএসবিসি', 'Hongkong and Shanghai Banking Corporation'],
  ['ICB Islamic Bank', 'আইসিবি ইসলামিক ব্যাংক'],
  ['IFIC Bank', 'আইএফআইসি ব্যাংক', 'IFIC'],
  ['Islami Bank Bangladesh', 'ইসলামী ব্যাংক বাংলাদেশ', 'Islami Bank', 'IBBL'],
  ['Jamuna Bank', 'যমুনা ব্যাংক'],
  ['Janata Bank', 'জনতা ব্যাংক', 'Janata'],
  ['Meghna Bank', 'মেঘনা ব্যাংক'],
  ['Mercantile Bank', 'মার্কেন্টাইল ব্যাংক', 'MBL'],
  ['Midland Bank', 'মিডল্যান্ড ব্যাংক'],
  ['Modhumoti Bank', 'মধুমতি ব্যাংক'],
  ['Mutual Trust Bank', 'মিউচুয়াল ট্রাস্ট ব্যাংক', 'MTB'],
  ['National Bank', 'ন্যাশনাল ব্যাংক', 'NBL'],
  ['National Bank of Pakistan', 'ন্যাশনাল ব্যাংক অব পাকিস্তান'],
  ['NCC Bank', 'এনসিসি ব্যাংক', 'National Credit and Commerce Bank'],
  ['NRB Bank', 'এনআরবি ব্যাংক'],
  ['NRBC Bank', 'এনআরবিসি ব্যাংক', 'NRB Commercial Bank'],
  ['One Bank', 'ওয়ান ব্যাংক'],
  ['Padma Bank', 'পদ্মা ব্যাংক', 'Farmers Bank'],
  ['Premier Bank', 'প্রিমিয়ার ব্যাংক'],
  ['Prime Bank', 'প্রাইম ব্যাংক'],
  ['Probashi Kallyan Bank', 'প্রবাসী কল্যাণ ব্যাংক'],
  ['Pubali Bank', 'পূবালী ব্যাংক', 'Pubali'],
  ['Rajshahi Krishi Unnayan Bank', 'রাজশাহী কৃষি উন্নয়ন ব্যাংক', 'RAKUB'],
  ['Rupali Bank', 'রূপালী ব্যাংক', 'Rupali'],
  ['SBAC Bank', 'এসবিএসি ব্যাংক', 'South Bangla Agriculture and Commerce Bank'],
  ['Shahjalal Islami Bank', 'শাহ্জালাল ইসলামী ব্যাংক', 'SJIBL'],
  ['Shimanto Bank', 'সীমান্ত ব্যাংক'],
  ['Social Islami Bank', 'সোশ্যাল ইসলামী ব্যাংক', 'SIBL'],
  ['Sonali Bank', 'সোনালী ব্যাংক', 'Sonali'],
  ['Southeast Bank', 'সাউথইস্ট ব্যাংক'],
  ['Standard Bank', 'স্ট্যান্ডার্ড ব্যাংক'],
  ['Standard Chartered Bank', 'স্ট্যান্ডার্ড চার্টার্ড ব্যাংক', 'SCB'],
  ['State Bank of India', 'স্টেট ব্যাংক অব ইন্ডিয়া', 'SBI'],
  ['Trust Bank', 'ট্রাস্ট ব্যাংক'],
  ['Union Bank', 'ইউনিয়ন ব্যাংক'],
  ['United Commercial Bank', 'ইউনাইটেড কমার্শিয়াল ব্যাংক', 'UCB', 'UCBL'],
  ['Uttara Bank', 'উত্তরা ব্যাংক'],
  ['Woori Bank', 'উরি ব্যাংক'],
];

/** As the database compares banks (payments.cheque_bank_key). */
const keyOf = (bank: string): string =>
  bank
    .toUpperCase()
    .replace(/\b(LIMITED|LTD|PLC|THE)\b/g, '')
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .replace('লিমিটেড', '')
    .replace('পিএলসি', '');

const BY_KEY = new Map(BANKS.flatMap((names) => names.map((name) => [keyOf(name), names[0]])));

/** The name of the list for what somebody wrote; another bank stays as it was written. */
export const bankAsListed = (written: string): string => BY_KEY.get(keyOf(written)) ?? written;

/** The names that are offered to a reader of this language. */
export const bankNames = (language: 'en' | 'bn'): string[] =>
  BANKS.map(([en, bn]) => (language === 'bn' ? bn : en));

/** The name of a kept bank in a language. */
export function bankIn(bank: string, language: 'en' | 'bn'): string {
  const listed = BANKS.find(([en]) => en === bank);
  return listed && language === 'bn' ? listed[1] : bank;
}
