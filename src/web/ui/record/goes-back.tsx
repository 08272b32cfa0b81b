/** Before a step that ends what was paid for: how much was paid, and that it goes back. The same sentence in every domain. */
import { useTexts } from '../../texts/texts.ts';

export function GoesBack({ paidMinor }: { paidMinor: number | null }) {
  const t = useTexts('frame');
  return paidMinor ? <p role="note">{t('goes_back', { amount: paidMinor })}</p> : null;
}
