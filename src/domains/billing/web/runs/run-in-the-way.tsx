/** The way to the open run because of which a new one was refused, below the form that asked for it. */

import type { FieldError } from '#shared/errors.ts';
import type { CallError } from '#web/calls/call-error.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { errors } from '../../bill-run/contract.ts';

type Refused = { summary: readonly FieldError[]; refusal: CallError | null };

export function RunInTheWay({ form }: { form: Refused }) {
  const t = useTexts('billing');
  const refused = [form.refusal, ...form.summary];
  const params = refused.find((problem) => problem?.code === errors.run_exists.code)?.params;
  if (!params) return null;
  return (
    <GoLink to={`/bill-run/${params.runId}`}>
      {t('runs.in_the_way', { number: Number(params.number) })}
    </GoLink>
  );
}
