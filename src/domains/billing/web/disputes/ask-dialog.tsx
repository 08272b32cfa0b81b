/** A household says what is wrong with a bill; the office notes it for one that came or called. */
import { FileField } from '#domains/identity/web/files/file-field.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { disputeForHousehold, disputeOwnBill } from '../../disputes/contract.ts';
import { DISPUTE_REASONS, OFFICE_DISPUTE_CHANNELS } from '../../disputes/dispute.rules.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';

type AskDialogProps = { bill: InvoiceDetail; decideBy: string; close: () => void };

export function AskDialog({ bill, decideBy, close }: AskDialogProps) {
  const t = useTexts('disputes');
  const { digits, day } = useFormats();
  const isConsumer = useIsConsumer();
  const form = useForm<typeof disputeForHousehold | typeof disputeOwnBill>(
    isConsumer ? disputeOwnBill : disputeForHousehold,
    {
      initial: { reason: undefined, words: '', registerLitres: null, photoId: null },
      extra: { invoiceId: bill.id },
      onDone: (opened) => {
        close();
        return toast('success', t('ask.sent', { number: digits(opened.number), day: day(opened.decideBy) }));
      },
    },
  );
  return (
    <FormDialog title={t('ask.title', { number: digits(bill.number) })} close={close}>
      <FormBody form={form} submit={t(isConsumer ? 'ask.submit' : 'ask.note')} cancel={close}>
        <p>{t('ask.about', { day: day(decideBy) })}</p>
        {isConsumer ? null : (
          <>
            <RadioField
              form={form}
              name="channel"
              label={t('ask.channel')}
              required
              options={OFFICE_DISPUTE_CHANNELS.map((value) => ({ value, label: t(`channels.${value}`) }))}
            />
            <TextField form={form} name="callerName" label={t('ask.caller')} required />
          </>
        )}
        <RadioField
          form={form}
          name="reason"
          label={t('ask.reason')}
          required
          options={DISPUTE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        <LongTextField form={form} name="words" label={t('ask.words')} help={t('ask.words_help')} required />
        <VolumeField form={form} name="registerLitres" label={t('ask.figure')} help={t('ask.figure_help')} />
        <FileField
          form={form}
          name="photoId"
          label={t('ask.photo')}
          accepts="image"
          unknown={t('errors.photo_unknown')}
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
