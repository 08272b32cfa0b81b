/** How a bill is marked of which a new owner pays something. */
import { useTexts } from '#web/texts/texts.ts';
import type { Invoice } from '../../invoices/contract.ts';

/** That a new owner pays the bill or a part of it, if the state does not say so. */
export function useTakenMark(): (
  row: Pick<Invoice, 'overdue' | 'isTakenOver' | 'takenOverMinor'>,
) => string | null {
  const t = useTexts('billing');
  return ({ overdue, isTakenOver, takenOverMinor }) => {
    if (takenOverMinor <= 0 || (isTakenOver && !overdue)) return null;
    return t(isTakenOver ? 'taken_over.mark' : 'taken_over.part');
  };
}
