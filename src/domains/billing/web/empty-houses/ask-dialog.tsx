/** A household says that nobody lives at its connection. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { askEmptyHouse } from '../../empty-houses/contract.ts';
import type { BillingId } from '../../invoices/contract.ts';
import { HelpNumber } from './help-number.tsx';
import { NoticeFields, NoticeRules } from './notice-fields.tsx';

export function AskDialog({ connections, close }: { connections: readonly BillingId[]; close: () => void }) {
  const t = useTexts('empty_houses');
  const place = usePlace();
  const { digits } = useFormats();
  const [only, ...others] = connections;
  const form = useForm(askEmptyHouse, {
    initial: {
      connectionId: others.length === 0 && only ? only.connectionId : '',
      ...{ untilDay: null, words: '', startLitres: null },
    },
    onDone: () => {
      close();
      return toast('success', t('own.done'));
    },
  });
  return (
    <FormDialog title={t('own.open')} close={close}>
      <FormBody form={form} submit={t('own.submit')} cancel={close}>
        <p>{t('own.note_about')}</p>
        <NoticeRules />
        <SelectField
          form={form}
          name="connectionId"
          label={t('own.connection')}
          required
          options={connections.map((row) => ({
            value: row.connectionId,
            label: `${place(row)} · ${digits(row.connectionNumber)}`,
          }))}
        />
        <NoticeFields form={form} />
        {form.values.startLitres == null ? (
          <p>
            {t('own.register_before')} <HelpNumber />
          </p>
        ) : null}
        <LongTextField form={form} name="words" label={t('own.words')} required />
      </FormBody>
    </FormDialog>
  );
}
