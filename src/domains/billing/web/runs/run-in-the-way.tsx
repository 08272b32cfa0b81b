/** The way to the open run because of which a new one was refused, with the part of the town that it is of, above the fields of the form that asked for it. */
import { Button } from '@mantine/core';
import type { FieldError } from '#shared/errors.ts';
import type { CallError } from '#web/calls/call-error.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { errors } from '../../bill-run/contract.ts';
import style from './runs.module.css';

type Refused = { summary: readonly FieldError[]; refusal: CallError | null };

export function RunInTheWay({ form }: { form: Refused }) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const refused = [form.refusal, ...form.summary];
  const params = refused.find((problem) => problem?.code === errors.run_exists.code)?.params;
  if (!params) return null;
  return (
    <Button component={GoLink} to={`/bill-run/${params.runId}`} variant="default" className={style.way}>
      {params.sector
        ? t('runs.in_the_way_of_sector', {
            number: Number(params.number),
            sector: digits(String(params.sector)),
          })
        : t('runs.in_the_way_of_town', { number: Number(params.number) })}
    </Button>
  );
}
