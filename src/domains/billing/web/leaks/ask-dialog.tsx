/** A household asks because of a leak; the office notes it for one that came or called. */
import { FileField } from '#domains/identity/web/files/file-field.tsx';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { askOwnLeak, noteLeak } from '../../leaks/contract.ts';
import { OFFICE_LEAK_CHANNELS } from '../../leaks/leak.rules.ts';
import { useIsConsumer } from '../bill-parts.tsx';

export function AskDialog({ bill, close }: { bill: InvoiceDetail; close: () => void }) {
  const t = useTexts('leaks');
  const { digits } = useFormats();
  const isConsumer = useIsConsumer();
  const go = useGo();
  const ifPaid = isConsumer ? 'ask.about_paid' : 'ask.about_paid_office';
  const form = useForm<typeof noteLeak | typeof askOwnLeak>(isConsumer ? askOwnLeak : noteLeak, {
    initial: { words: '', repairedOn: '', proofId: null },
    extra: { invoiceId: bill.id },
    onDone: ({ id, number }) => {
      close();
      if (!isConsumer) go(`/billing/leaks/${id}`);
      return toast('success', t(isConsumer ? 'ask.sent' : 'ask.noted', { number: digits(number) }));
    },
  });
  return (
    <FormDialog title={t('ask.title', { number: digits(bill.number) })} close={close}>
      <FormBody form={form} submit={t(isConsumer ? 'ask.submit' : 'ask.note')} cancel={close}>
        <p>
          {t(isConsumer ? 'ask.about' : 'ask.about_office')} {t(bill.dueMinor > 0 ? 'ask.about_due' : ifPaid)}
        </p>
        {isConsumer ? null : (
          <>
            <RadioField
              form={form}
              name="channel"
              label={t('ask.channel')}
              required
              options={OFFICE_LEAK_CHANNELS.map((value) => ({ value, label: t(`channels.${value}`) }))}
            />
            <TextField form={form} name="callerName" label={t('ask.caller')} required />
          </>
        )}
        <DayField
          form={form}
          name="repairedOn"
          label={t('ask.repaired')}
          help={t('ask.repaired_help', { first: bill.usedFrom })}
          earliest={bill.usedFrom}
          latest={today()}
          required
        />
        <LongTextField form={form} name="words" label={t('ask.words')} help={t('ask.words_help')} required />
        <FileField
          form={form}
          name="proofId"
          label={t('ask.proof')}
          accepts="paper"
          unknown={t('errors.proof_unknown')}
        />
        {isConsumer ? null : (
          <LongTextField
            form={form}
            name="exceptionReason"
            label={t('ask.exception')}
            help={t('ask.exception_help')}
          />
        )}
      </FormBody>
    </FormDialog>
  );
}
