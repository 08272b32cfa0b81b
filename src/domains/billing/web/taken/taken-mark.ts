/** How a bill is marked of which a new owner pays something. */
import { useTexts } from '#web/texts/texts.ts';
import type { Invoice } from '../../invoices/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';

/** That a new owner pays the bill or a part of it, if the state does not say so. */
export function useTakenMark(): (
  row: Pick<Invoice, 'overdue' | 'isTakenOver' | 'takenOverMinor'>,
) => string | null {
  const t = useTexts('billing');
  const isConsumer = useIsConsumer();
  return ({ overdue, isTakenOver, takenOverMinor }) => {
    if (isConsumer || takenOverMinor <= 0 || (isTakenOver && !overdue)) return null;
    return t(isTakenOver ? 'taken_over.mark' : 'taken_rest.part');
  };
}
