/** The office notes that a house is empty. */
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { noteEmptyHouse } from '../../empty-houses/contract.ts';
import { EMPTY_REASONS } from '../../empty-houses/empty-house.rules.ts';

export function NoteDialog({ close }: { close: () => void }) {
  const t = useTexts('empty_houses');
  const go = useGo();
  const form = useForm(noteEmptyHouse, {
    initial: { connectionNumber: '', untilDay: null, words: '', startLitres: null },
    onDone: ({ id }) => {
      close();
      go(`/billing/empty-houses/${id}`);
      return toast('success', t('note.done'));
    },
  });
  return (
    <FormDialog title={t('note.title')} close={close}>
      <FormBody form={form} submit={t('note.submit')} cancel={close}>
        <p>{t('note.about')}</p>
        <TextField form={form} name="connectionNumber" label={t('note.connection')} required />
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
        <LongTextField form={form} name="words" label={t('note.words')} required />
      </FormBody>
    </FormDialog>
  );
}
