/**
 * Asks once before a dialog throws away what was typed in it: by Escape, by its close button, by a press beside it.
 * What it holds tells it whether there is anything to lose (form-page.tsx does for forms). A cancel button does not
 * ask: it says what it does.
 */
import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import { sessionEnd } from '../session/session-end.ts';
import { confirm, currentQuestion } from '../state/confirm.ts';

export type Guarded = {
  /** Something was typed that is not saved. */
  isChanged: boolean;
  /** It may be lost: nobody asks again. */
  letGo: () => void;
};

type Held = Set<RefObject<Guarded>>;

/** What the dialog around holds; null outside of dialogs. */
export const DialogHolds = createContext<Held | null>(null);

/** Tells the dialog around; true if there is one. */
export function useGuardedByDialog(guarded: Guarded): boolean {
  const held = useContext(DialogHolds);
  const latest = useRef(guarded);
  latest.current = guarded;
  useEffect(() => {
    held?.add(latest);
    return () => void held?.delete(latest);
  }, [held]);
  return held !== null;
}

/** What a dialog holds, and its closing by who may not mean it. */
export function useGuardedClose(close: () => void) {
  const held = useRef<Held>(new Set()).current;
  const isAsking = useRef(false);
  const leave = async () => {
    // Escape reaches every open dialog: the one that is pressed at the question is not for this one.
    // So does one that is pressed at the layer in which the person signs in again.
    if (isAsking.current || currentQuestion() || sessionEnd()?.isAsking) return;
    const changed = [...held].filter((dialog) => dialog.current.isChanged);
    if (changed.length > 0) {
      isAsking.current = true;
      const isSure = await confirm('leave');
      setTimeout(() => {
        isAsking.current = false;
      });
      if (!isSure) return;
    }
    for (const one of changed) one.current.letGo();
    close();
  };
  return { held, leave: () => void leave() };
}
