/** The number of a connection, with the name and the place that it belongs to: a wrong digit is seen before anything is sent. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { toLatinDigits } from '#shared/money.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { billingIds } from '../invoices/contract.ts';

/** As many digits as each connection's number has (meters.next_connection_number). */
const WHOLE_NUMBER = /^\d{10}$/;

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
  const number = toLatinDigits(typed).replaceAll(/\s/g, '');
  const { data } = useAnswer(
    billingIds,
    { query: { search: number, limit: 5 } },
    { enabled: WHOLE_NUMBER.test(number) },
  );
  if (!WHOLE_NUMBER.test(number) || !data) return '';
  const found = data.items.find(({ connectionNumber }) => connectionNumber === number);
  return found
    ? `${nameIn(found.consumerName, found.consumerNameBn)} · ${place(found)}`
    : t('connection_field.unknown');
}
