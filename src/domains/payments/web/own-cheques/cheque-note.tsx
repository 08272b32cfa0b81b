/** What became of the cheque of a payment. */
import { Alert } from '@mantine/core';
import { useTexts } from '#web/texts/texts.ts';
import type { ChequeState } from '../../cheques/cheque.rules.ts';

export function ChequeNote({ state }: { state: ChequeState }) {
  return <>{useTexts('cheques')(state)}</>;
}

export function ChequeAlert({ state }: { state: ChequeState }) {
  return (
    <Alert color={state === 'DISHONOURED' ? 'red' : 'blue'}>
      <ChequeNote state={state} />
    </Alert>
  );
}
