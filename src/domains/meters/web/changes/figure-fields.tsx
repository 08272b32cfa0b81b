/** What who was at the meter writes: both figures, the new meter, and why. */
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { CheckField, DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { FileField } from './file-field.tsx';
import { useCauseOptions } from './words.tsx';

type Names =
  | 'finalLitres'
  | 'changedOn'
  | 'cause'
  | 'reason'
  | 'meterNumber'
  | 'openingLitres'
  | 'sealNumber'
  | 'photoId'
  | 'documentId'
  | 'finalUnusual'
  | 'openingUnusual';

/** Another figure is asked about again. */
export const ANSWERS = {
  finalUnusual: ['changedOn', 'finalLitres'],
  openingUnusual: ['meterNumber', 'openingLitres'],
};

export function FigureFields({ form }: { form: FormFields<Names> }) {
  const t = useTexts('meters');
  const causes = useCauseOptions();
  return (
    <>
      <FieldRow>
        <VolumeField form={form} name="finalLitres" label={t('changes.final')} required autoFocus />
        <DayField form={form} name="changedOn" label={t('changes.day')} required latest={today()} />
      </FieldRow>
      <SelectField form={form} name="cause" label={t('changes.cause')} options={causes} required />
      <LongTextField form={form} name="reason" label={t('changes.reason')} required />
      <TextField form={form} name="meterNumber" label={t('changes.number')} required />
      <FieldRow>
        <VolumeField form={form} name="openingLitres" label={t('changes.opening')} required />
        <TextField form={form} name="sealNumber" label={t('changes.seal_number')} required />
      </FieldRow>
      <FileField form={form} name="photoId" label={t('changes.photo')} accepts="image" />
      <FileField form={form} name="documentId" label={t('changes.document')} accepts="paper" />
      {(['finalUnusual', 'openingUnusual'] as const).map((name) =>
        form.problemOf(name) || form.valueOf(name) ? (
          <CheckField key={name} form={form} name={name} label={t(`changes.${name}`)} />
        ) : null,
      )}
    </>
  );
}
