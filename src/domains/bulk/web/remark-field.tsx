/** The remark that goes with an act on many records: one for all of them. */
import { useTexts } from '#web/texts/texts.ts';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import type { ToldFieldsProps, ToldForm } from './told-fields.ts';

function Needed({ form }: ToldFieldsProps) {
  return <LongTextField form={form} name="told.remark" label={useTexts('bulk')('dialog.remark')} required />;
}

function Optional({ form }: ToldFieldsProps) {
  return <LongTextField form={form} name="told.remark" label={useTexts('bulk')('dialog.remark_optional')} />;
}

export const NEEDED_REMARK: ToldForm = { fields: Needed, initial: { remark: '' } };
export const OPTIONAL_REMARK: ToldForm = { fields: Optional, initial: { remark: '' } };
