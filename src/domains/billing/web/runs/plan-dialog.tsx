/** Plans a run for a month; its calculation starts at once. */

import { useEffect, useRef } from 'react';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { planRun } from '../../bill-run/contract.ts';
import { proposeDueDay } from '../../settings/contract.ts';
import { useSectorOptions } from '../sector-options.ts';
import { RunInTheWay } from './run-in-the-way.tsx';

const MONTHS_BACK = 24;

/** The due day follows the issue day by the rules of the settings, until somebody types another one. */
function useProposedDueDay(form: FormFields<'issuedOn' | 'dueOn'>) {
  const issuedOn = String(form.valueOf('issuedOn') ?? '');
  const { data } = useAnswer(proposeDueDay, { query: { issuedOn } }, { enabled: isDay(issuedOn) });
  const proposed = useRef<unknown>(undefined);
  const dueOn = form.valueOf('dueOn');
  useEffect(() => {
    if (!data || data.dueOn === dueOn || dueOn !== proposed.current) return;
    proposed.current = data.dueOn;
    form.change('dueOn', data.dueOn);
  }, [data, dueOn, form]);
}

export function PlanDialog({ period, close }: { period?: string; close: () => void }) {
  const t = useTexts('billing');
  const { month } = useFormats();
  const go = useGo();
  const sectors = useSectorOptions();
  const thisDay = today();
  const form = useForm(planRun, {
    initial: {
      period: period ?? addMonths(firstOfMonth(thisDay), -1),
      issuedOn: thisDay,
    },
    onDone: (run) => go(`/bill-run/${run.id}`),
  });
  useProposedDueDay(form);
  const months = Array.from({ length: MONTHS_BACK }, (_, index) => {
    const value = addMonths(firstOfMonth(thisDay), -index);
    return { value, label: month(value) };
  });
  return (
    <FormDialog title={t('runs.plan_title')} close={close}>
      <FormBody form={form} submit={t('runs.plan_submit')} cancel={close}>
        <RunInTheWay form={form} />
        <p>{t('runs.plan_help')}</p>
        <SelectField form={form} name="period" label={t('runs.period')} options={months} required />
        <SelectField
          form={form}
          name="sectorId"
          label={t('runs.scope')}
          options={sectors}
          placeholder={t('runs.everywhere')}
        />
        <FieldRow>
          <DayField
            form={form}
            name="issuedOn"
            label={t('runs.issued')}
            help={t('runs.issued_help')}
            required
          />
          <DayField form={form} name="dueOn" label={t('runs.due')} help={t('runs.due_help')} />
        </FieldRow>
      </FormBody>
    </FormDialog>
  );
}
