/** Shows the question that `confirm()` asks; its dialog is loaded with the first question. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentQuestion, onQuestion } from '../state/confirm.ts';

const ConfirmPrompt = lazy(() =>
  import('./confirm-prompt.tsx').then((file) => ({ default: file.ConfirmPrompt })),
);

export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestion, currentQuestion);
  return question ? (
    <Suspense>
      <ConfirmPrompt {...question} />
    </Suspense>
  ) : null;
}
