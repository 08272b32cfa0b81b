/** What a bill says of estimates, leaks and empty houses, the same on the screen and on paper. */
import { METHOD_NAMES } from '#domains/meters/estimates/estimate.rules.ts';
import type { InvoiceDetail } from './contract.ts';

type Language = 'en' | 'bn';
type Says = { day: (day: string) => string; cubicMetres: (litres: number) => string };

/** The mark of a bill whose reading is estimated. */
export const ESTIMATED: Record<Language, string> = { en: 'Estimated', bn: 'আনুমানিক' };

/** Why the bill of an estimate was credited. */
export const LOWERED: Record<Language, string> = {
  en: 'the meter was read and shows less than was estimated',
  bn: 'মিটার পড়ে দেখা গেছে, অনুমানের চেয়ে কম ব্যবহার হয়েছে',
};

/** Why a part of a bill was taken off because of a leak. */
export const LEAKED: Record<Language, string> = {
  en: 'a leak was repaired: a part of the water that ran off is not charged',
  bn: 'লিক মেরামত হয়েছে: নষ্ট হওয়া পানির একটি অংশের দাম ধরা হয়নি',
};

/** That its reading is estimated and by which rule, or what of its water was billed by estimates before; null if neither. */
export function sayEstimate(
  { estimate, afterEstimates }: Pick<InvoiceDetail, 'estimate' | 'afterEstimates'>,
  language: Language,
  { day, cubicMetres }: Says,
): string | null {
  const isBengali = language === 'bn';
  if (estimate) {
    const rule = METHOD_NAMES[estimate][isBengali ? 1 : 0];
    return isBengali
      ? `মিটার পড়া যায়নি, তাই রিডিং অনুমান করা হয়েছে: ${rule}। মিটার পড়া গেলে কমবেশি সমন্বয় করা হবে।`
      : `Nobody could read the meter; the reading is estimated: ${rule}. When the meter is read, what was estimated too much or too little is settled.`;
  }
  if (!afterEstimates) return null;
  const { realOn, waterLitres, estimatedLitres } = afterEstimates;
  const [water, estimated] = [cubicMetres(waterLitres), cubicMetres(estimatedLitres)];
  const rest = cubicMetres(waterLitres - estimatedLitres);
  return isBengali
    ? `এর আগে মিটার শেষবার পড়া হয়েছিল ${day(realOn)} তারিখে। তার পর থেকে ব্যবহার ${water} ঘনমিটার: এর ${estimated} ঘনমিটার আনুমানিক মাসগুলোর বিলে আছে, বাকি ${rest} ঘনমিটার এই বিলে।`
    : `Before this reading the meter was last read on ${day(realOn)}. Since then ${water} m³ went through it: ${estimated} m³ are on the bills of the estimated months, the other ${rest} m³ on this bill.`;
}

/** That a notice of an empty house does not count; null if all notices of its days count, or if it has none. */
export function sayEmptyInFull(
  { emptyInFull }: Pick<InvoiceDetail, 'emptyInFull'>,
  language: Language,
  { cubicMetres }: Pick<Says, 'cubicMetres'>,
): string | null {
  if (!emptyInFull) return null;
  const [use, most] = [cubicMetres(emptyInFull.useLitres), cubicMetres(emptyInFull.mostLitres)];
  return language === 'bn'
    ? `নোটিশ অনুযায়ী এই বিলের কিছু দিন ঠিকানাটি খালি ছিল। ${most} ঘনমিটার পর্যন্ত ব্যবহার হলে খালি ধরা হয়; মিটারে ব্যবহার ${use} ঘনমিটার, তাই এই দিনগুলোর বিলও পুরো ধরা হয়েছে।`
    : `By a notice nobody was at this address on days of this bill. It counts as empty up to ${most} m³; the meter shows ${use} m³ of use, so these days are charged in full too.`;
}
