/** What a bill says of a notice of an empty house that does not count on it, the same on the screen and on paper. */
import type { InvoiceDetail } from './contract.ts';

/** Null if all notices of its days count, or if it has none. */
export function sayEmptyInFull(
  { emptyInFull }: Pick<InvoiceDetail, 'emptyInFull'>,
  language: 'en' | 'bn',
  { cubicMetres }: { cubicMetres: (litres: number) => string },
): string | null {
  if (!emptyInFull) return null;
  const [use, most] = [cubicMetres(emptyInFull.useLitres), cubicMetres(emptyInFull.mostLitres)];
  return language === 'bn'
    ? `নোটিশ অনুযায়ী এই বিলের কিছু দিন বাড়ি খালি ছিল। ${most} ঘনমিটার পর্যন্ত ব্যবহার হলে বাড়ি খালি ধরা হয়; মিটারে ব্যবহার ${use} ঘনমিটার, তাই এই দিনগুলোর বিলও পুরো ধরা হয়েছে।`
    : `By a notice this home was empty on days of this bill. It counts as empty up to ${most} m³; the meter shows ${use} m³ of use, so these days are charged in full too.`;
}
