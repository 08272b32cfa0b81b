/** The end of a form that plans a value by date: from which day on, why, and what becomes different. */
import { useTexts } from '#web/texts/texts.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { Differences } from '../differences.tsx';
import type { Line } from './dated-sheet.tsx';

type DatedFieldsProps = {
  form: FormFields<'validFrom' | 'reason'>;
  earliest: string;
  /** Why no earlier day. */
  help?: string;
  /** Nobody else approves it. */
  alone?: boolean;
  /** What the value says now and as it is typed, line by line. */
  before: readonly Line[];
  after: readonly Line[];
};

export function DatedFields({ form, earliest, help, alone, before, after }: DatedFieldsProps) {
  const t = useTexts('settings');
  return (
    <>
      <DayField
        form={form}
        name="validFrom"
        label={t('config.valid_from')}
        help={help ?? t('config.valid_from_help')}
        earliest={earliest}
        required
      />
      <LongTextField
        form={form}
        name="reason"
        label={t('config.reason')}
        {...(alone ? {} : { help: t('config.reason_help') })}
        required
      />
      <Differences
        rows={before.map(({ label, value }, index) => ({
          label,
          before: value,
          after: after[index]?.value ?? '',
        }))}
      />
    </>
  );
}
