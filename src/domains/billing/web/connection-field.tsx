/** The number of a connection, with the name and the place that it belongs to: a wrong digit is seen before anything is sent. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { billingIds } from '../invoices/contract.ts';
import { wholeNumber } from './connection-number.ts';

type ConnectionFieldProps = { form: FormFields<'connectionNumber'>; label: string };

export function ConnectionField({ form, label }: ConnectionFieldProps) {
  const whose = useWhose(String(form.valueOf('connectionNumber') ?? ''));
  // The server's refusal says it already.
  const help = form.problemOf('connectionNumber') ? '' : whose;
  return (
    <TextField
      form={form}
      name="connectionNumber"
      label={label}
      help={<span aria-live="polite">{help}</span>}
      required
    />
  );
}

/** Nothing until the number is whole: then whose connection it is, or that there is none. */
function useWhose(typed: string): string {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const place = usePlace();
  const number = wholeNumber(typed);
  const { data } = useAnswer(
    billingIds,
    { query: { search: number ?? '', limit: 5 } },
    { enabled: number !== null },
  );
  if (number === null || !data) return '';
  const found = data.items.find(({ connectionNumber }) => connectionNumber === number);
  return found
    ? `${nameIn(found.consumerName, found.consumerNameBn)} · ${place(found)}`
    : t('connection_field.unknown');
}
