/** The step of the dunning ladder that a household is on, and what to pay by when. */
import { Alert } from '@mantine/core';
import { useLanguage } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { sayDunning } from '../dunning/dunning-words.rules.ts';
import type { InvoiceDetail } from '../invoices/contract.ts';

type Dunning = NonNullable<InvoiceDetail['dunning']>;

const COLOURS: Partial<Record<Dunning['state'], string>> = { REMINDED: 'blue', RECONNECTING: 'blue' };

export function DunningNotice({ of }: { of: readonly Dunning[] }) {
  const language = useLanguage();
  const formats = useFormats();
  return of.map((dunning) => (
    <Alert key={dunning.connectionNumber} color={COLOURS[dunning.state] ?? 'red'}>
      {sayDunning(dunning, language, formats, today())}
    </Alert>
  ));
}
