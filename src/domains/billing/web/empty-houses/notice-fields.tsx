/** What a notice of an empty house says, from the household or noted by the office. */
import { useTexts } from '#web/texts/texts.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { EMPTY_REASONS } from '../../empty-houses/empty-house.rules.ts';

type Name = 'fromDay' | 'untilDay' | 'reason' | 'startLitres';

export function NoticeFields({ form }: { form: FormFields<Name> }) {
  const t = useTexts('empty_houses');
  return (
    <>
      <FieldRow>
        <DayField form={form} name="fromDay" label={t('note.from')} required />
        <DayField form={form} name="untilDay" label={t('note.until')} help={t('note.until_help')} />
      </FieldRow>
      <FieldRow>
        <SelectField
          form={form}
          name="reason"
          label={t('note.reason')}
          required
          options={EMPTY_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        <VolumeField form={form} name="startLitres" label={t('note.start')} help={t('note.start_help')} />
      </FieldRow>
    </>
  );
}
