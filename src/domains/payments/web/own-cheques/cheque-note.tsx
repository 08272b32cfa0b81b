/** What became of the cheque of a payment. */
import { Alert } from '@mantine/core';
import { Suspense } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import type { ChequeState } from '../../cheques/cheque.rules.ts';

/** Few payments are by cheque: the words come with the first of them, and the page stays meanwhile. */
export function ChequeNote({ state }: { state: ChequeState }) {
  return (
    <Suspense>
      <Words state={state} />
    </Suspense>
  );
}

function Words({ state }: { state: ChequeState }) {
  return <>{useTexts('cheques')(state)}</>;
}

export function ChequeAlert({ state }: { state: ChequeState }) {
  return (
    <Alert color={state === 'DISHONOURED' ? 'red' : 'blue'}>
      <ChequeNote state={state} />
    </Alert>
  );
}
