/**
 * A dialog whose step is not possible any more, because somebody else took one meanwhile: the value is what its dialog tells in the
 * place of its form (over-note.tsx); null as long as the step is possible. Without it (undefined) a dialog learns only from a refusal that its
 * step is over (form-page.tsx).
 */
import { createContext, type ReactNode, useContext } from 'react';

export const StepOver = createContext<ReactNode>(undefined);

/** True if the state of the record does not allow the step any more: to send it again would be refused again. */
export const endsStep = (refusal: { code: string } | null): boolean =>
  /(_state|_decided|\.over)$/.test(refusal?.code ?? '');

export const useStepOver = (): ReactNode => useContext(StepOver);

/** The step is possible, and what it is about changed since its person saw it: its dialog tells this above its form. */
export const StepNews = createContext<ReactNode>(null);
