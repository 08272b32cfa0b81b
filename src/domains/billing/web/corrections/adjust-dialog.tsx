/** The corrected reading of a billed month: first what it makes of the bills, then the reason and the button. */
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { z } from 'zod';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { adjustMeterReading, laterReadings, previewAdjustment } from '../../corrections/contract.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import style from '../billing.module.css';
import { atLines } from './at-lines.rules.ts';
import { ComparedBills } from './compared-bills.tsx';
import { LaterFields, typedLater } from './later-fields.tsx';

/** Until typing rests, the server is not asked. */
const TYPING_MS = 400;

type Previewed = EndpointAnswer<typeof previewAdjustment>;

function Preview({ data }: { data: Previewed }) {
  const t = useTexts('billing');
  return (
    <section aria-live="polite">
      <ComparedBills {...data} />
      <p className={data.twoPerson ? style.notice : undefined}>
        {t(data.twoPerson ? 'correcting.two_persons' : 'correcting.alone')}{' '}
        {t('correcting.alone_left', { left: data.aloneLeftMinor })}
      </p>
    </section>
  );
}

/**
 * @param asked what is typed, as JSON: the same text is the same question; null: nothing yet
 * @param isSent the adjustment changes the answer: it is not asked again while the dialog closes
 */
function usePreview(bill: InvoiceDetail, asked: string | null, isSent: boolean) {
  const typed: Pick<z.input<typeof adjustMeterReading.body>, 'registerLitres' | 'later'> = asked
    ? JSON.parse(asked)
    : { registerLitres: 0 };
  const body = { invoiceId: bill.id, version: bill.version, ...typed };
  const { data, error } = useAnswer(
    previewAdjustment,
    { body },
    { enabled: asked !== null && !isSent, placeholderData: (last) => last },
  );
  return asked === null ? { data: undefined, error: null } : { data, error };
}

type AdjustDialogProps = { bill: InvoiceDetail; close: () => void };

export function AdjustDialog({ bill, close }: AdjustDialogProps) {
  const t = useTexts('billing');
  // The reasons to refuse a reading have their words in meters.
  useTexts('meters');
  const { cubicMetres } = useFormats();
  const [opened] = useState(() => bill.adjustments.at(-1)?.after.currentLitres ?? bill.currentLitres);
  const form = useForm(adjustMeterReading, {
    initial: { reason: '', later: [] },
    extra: { invoiceId: bill.id, version: bill.version },
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'DONE' ? 'correcting.adjusted' : 'correcting.requested'));
    },
  });
  const typed = form.valueOf('registerLitres');
  const isFigure = typeof typed === 'number' && !Number.isNaN(typed) && typed !== opened;
  const later = typedLater(form);
  const question = isFigure
    ? JSON.stringify({ registerLitres: typed, later: later.map(({ line }) => line) })
    : null;
  const [asked] = useDebouncedValue(question, TYPING_MS);
  const preview = usePreview(bill, asked, form.isRunning);
  // A figure that is refused is told at its own line, as when it is sent. Of what was typed since then nothing is known yet.
  const refused = asked === question ? (preview.error?.fields ?? []) : [];
  const ofLines = atLines(
    refused,
    later.map(({ at }) => at),
  );
  const told: typeof form = { ...form, problemOf: (name) => form.problemOf(name) ?? ofLines.get(name) };
  const after = useAnswer(laterReadings, { params: { id: bill.id } });
  return (
    <FormDialog title={t('correcting.adjust_title')} close={close}>
      <FormBody form={form} submit={t('correcting.adjust_submit')} cancel={close}>
        <p>{t('correcting.adjust_about')}</p>
        <VolumeField
          form={told}
          name="registerLitres"
          label={t('correcting.register')}
          help={opened === null ? undefined : t('correcting.register_was', { value: cubicMetres(opened) })}
          required
          autoFocus
        />
        {after.data ? <LaterFields form={told} readings={after.data.items} /> : null}
        {preview.error ? (
          preview.error.fields.length === 0 ? (
            <Alert color="red">{errorTextNow(preview.error.code, preview.error.params)}</Alert>
          ) : null
        ) : preview.data ? (
          <Preview data={preview.data} />
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
