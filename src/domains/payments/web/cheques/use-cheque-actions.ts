/** What a person may do with a cheque: the same in the list's row menu and on its page; the server says what. */
import { useTexts } from '#web/texts/texts.ts';
import type { Cheque } from '../../cheques/contract.ts';

export type ChequeStep = 'deposit' | 'takeOff' | 'clear' | 'dishonour';
const STEPS = ['deposit', 'clear', 'dishonour', 'takeOff'] as const;

/** @param begin opens the dialog of a step */
export function useChequeActions(begin: (cheque: Cheque, step: ChequeStep) => void) {
  const t = useTexts('payments');
  return (cheque: Cheque) =>
    STEPS.filter((step) => cheque.can[step]).map((step) => ({
      label: t(`cheques.steps.${step}`),
      danger: step === 'dishonour',
      run: () => begin(cheque, step),
    }));
}
