/** Shows the question that `confirm()` asks; its dialog is loaded with the first question. If it does not come, the browser asks. */
import { useEffect, useSyncExternalStore } from 'react';
import { type Asked, currentQuestion, onQuestion } from '../state/confirm.ts';
import { useTexts } from '../texts/texts.ts';
import { onDemand } from './on-demand.tsx';

function AskedByBrowser({ kind, detail, own, answer }: Asked) {
  const t = useTexts('common');
  const question = own?.question ?? t(`confirm.${kind}`);
  useEffect(
    () => answer(window.confirm(detail ? `${question}\n${detail}` : question)),
    [answer, question, detail],
  );
  return null;
}

const ConfirmPrompt = onDemand(() =>
  import('./confirm-prompt.tsx').then(
    (file) => file.ConfirmPrompt,
    () => AskedByBrowser,
  ),
);

export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestion, currentQuestion, currentQuestion);
  return question ? <ConfirmPrompt {...question} /> : null;
}
