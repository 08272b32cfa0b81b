/** Who gets the applications of one state: loaded when somebody assigns many at once. */
import type { ToldFieldsProps } from '#domains/bulk/web/told-fields.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type State, VISIT_STATES } from '../../application.rules.ts';
import { useWorkerChoices } from '../record/use-worker-choices.ts';

export function WorkerFields({ form, state }: ToldFieldsProps & { state: State }) {
  const t = useTexts('applications');
  const work = t(`assign.work.${state as 'PENDING'}`);
  return (
    <>
      <SelectField
        form={form}
        name="told.userId"
        label={t('assign.who')}
        help={work}
        required
        {...useWorkerChoices(state)}
      />
      {VISIT_STATES.includes(state) ? (
        <DayField
          form={form}
          name="told.visitOn"
          label={t('assign.visit')}
          help={t('assign.visit_help')}
          earliest={today()}
        />
      ) : null}
      <LongTextField form={form} name="told.remark" label={t('dialogs.remark_optional')} />
    </>
  );
}
