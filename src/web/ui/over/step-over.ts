/**
 * A dialog whose step is not possible any more, because somebody else took one meanwhile: the value is what its dialog tells in the
 * place of its form (over-note.tsx); null as long as the step is possible. Without it a dialog always offers what the server refuses.
 */
import { createContext, type ReactNode, useContext } from 'react';

export const StepOver = createContext<ReactNode>(null);

export const useStepOver = (): ReactNode => useContext(StepOver);

/** The step is possible, and what it is about changed since its person saw it: its dialog tells this above its form. */
export const StepNews = createContext<ReactNode>(null);
