/** The office notes that a house is empty. */
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { noteEmptyHouse } from '../../empty-houses/contract.ts';
import { ConnectionField } from '../connection-field.tsx';
import { NoticeFields, NoticeRules } from './notice-fields.tsx';

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
        <NoticeRules />
        <ConnectionField form={form} label={t('note.connection')} />
        <NoticeFields form={form} />
        <LongTextField form={form} name="words" label={t('note.words')} required />
      </FormBody>
    </FormDialog>
  );
}
