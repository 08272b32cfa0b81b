/** Shows the question that `confirm()` asks; its dialog is loaded with the first question. */
import { useSyncExternalStore } from 'react';
import { currentQuestion, onQuestion } from '../state/confirm.ts';
import { onDemand } from './on-demand.tsx';

const ConfirmPrompt = onDemand(() => import('./confirm-prompt.tsx').then((file) => file.ConfirmPrompt));

export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestion, currentQuestion, currentQuestion);
  return question ? <ConfirmPrompt {...question} /> : null;
}
