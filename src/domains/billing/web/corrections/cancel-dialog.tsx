/** Cancels a bill; what was paid of it has to be made credit in so many words. */

import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { aloneLeft, cancelInvoice } from '../../corrections/contract.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { LeakCredits } from './compared-bills.tsx';

export function CancelDialog({ bill, close }: { bill: InvoiceDetail; close: () => void }) {
  const t = useTexts('billing');
  const { digits, month } = useFormats();
  // With its supplementary bills, less its credit notes: they are cancelled with it.
  const wholeMinor = bill.totalMinor + bill.adjustedMinor;
  const { data: alone } = useAnswer(aloneLeft, { params: { id: bill.id } });
  const form = useForm(cancelInvoice, {
    initial: { reason: '', freePayment: false },
    extra: { invoiceId: bill.id, version: bill.version },
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'DONE' ? 'correcting.cancelled' : 'correcting.requested'));
    },
  });
  return (
    <FormDialog title={t('correcting.cancel_title', { number: digits(bill.number) })} close={close}>
      <FormBody
        form={form}
        submit={t('correcting.cancel_submit', { amount: wholeMinor })}
        danger
        cancel={close}
      >
        <p>{t('correcting.cancel_about', { month: month(bill.period) })}</p>
        {alone ? (
          <p>
            {alone.leftMinor !== null && wholeMinor <= alone.leftMinor
              ? t('correcting.alone')
              : t('correcting.cancel_two')}{' '}
            {alone.leftMinor === null ? null : t('correcting.alone_left', { left: alone.leftMinor })}
          </p>
        ) : null}
        {alone ? <LeakCredits credits={alone.leakCredits} text="leak_with_bill" /> : null}
        {bill.settledMinor > 0 ? (
          <CheckField
            form={form}
            name="freePayment"
            label={t('correcting.free_payment', { amount: bill.settledMinor })}
          />
        ) : null}
        <LongTextField
          form={form}
          name="reason"
          label={t('correcting.reason')}
          help={t('correcting.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
