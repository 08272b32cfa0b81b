import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { checkCustomerNumber, issueLetter, listDmaChoices, listFreeMeters } from '../../letter/contract.ts';
import { StockNote } from '../lists/stock-note.tsx';
import { useSubject } from './use-subject.ts';

const TYPING_PAUSE_MS = 350;
const SHORTEST_NUMBER = 3;

type LetterDialogProps = { application: ApplicationDetail; close: () => void };

export function LetterDialog({ application, close }: LetterDialogProps) {
  const t = useTexts('applications');
  const dmas = useAnswer(listDmaChoices, { query: { applicationId: application.id } });
  return (
    <FormDialog title={t('actions.letter')} subject={useSubject(application)} close={close}>
      {dmas.isPending ? (
        <RecordSkeleton />
      ) : (
        <LetterForm application={application} close={close} dmas={dmas.data?.items ?? []} />
      )}
    </FormDialog>
  );
}

type Dma = { id: string; number: string; name: string; nameBn: string | null; suggested: boolean };

/** Meters in stock of the connection's size first; typing searches all of them. */
function useMeterChoices(sizeMm: number | null, typed: string) {
  const t = useTexts('applications');
  const [search] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const found = useAnswer(listFreeMeters, {
    query: { limit: 50, ...(search ? { search } : sizeMm ? { sizeMm } : {}) },
  });
  const options = (found.data?.items ?? []).map((meter) => ({
    value: meter.number,
    label: t('letter.meter', { number: meter.number, make: meter.make, size: meter.sizeMm }),
  }));
  return { options, isLoading: found.isFetching };
}

function LetterForm({ application, close, dmas }: LetterDialogProps & { dmas: readonly Dma[] }) {
  const language = useLanguage();
  const t = useTexts('applications');
  const { digits } = useFormats();
  const [meterSearch, setMeterSearch] = useState('');
  const meters = useMeterChoices(application.pipeSizeMm, meterSearch);
  const form = useForm(issueLetter, {
    initial: {
      customerNumber: '',
      dmaId: dmas.find((dma) => dma.suggested)?.id,
      meterNumber: '',
      remark: '',
    },
    extra: { applicationId: application.id, version: application.version },
    onDone: ({ customerNumber }) => {
      close();
      return toast('success', t('letter.issued', { number: digits(customerNumber) }));
    },
  });
  const [customerId] = useDebouncedValue(
    String(form.valueOf('customerNumber') ?? '').trim(),
    TYPING_PAUSE_MS,
  );
  const check = useAnswer(
    checkCustomerNumber,
    { query: { customerId, applicationId: application.id } },
    { enabled: customerId.length >= SHORTEST_NUMBER, retry: false },
  );
  const told =
    customerId.length < SHORTEST_NUMBER || !check.data
      ? t('letter_form.customer_help')
      : check.data.reserved
        ? t('errors.customer_number_reserved')
        : t(check.data.available ? 'letter_form.number_free' : 'letter_form.number_taken', {
            number: customerId,
          });
  return (
    <FormBody form={form} submit={t('actions.letter')} cancel={close}>
      <StockNote sizeMm={application.pipeSizeMm} />
      <SelectField
        form={form}
        name="dmaId"
        label={t('letter.dma')}
        help={t('letter_form.dma_help')}
        required
        options={dmas.map((dma) => ({
          value: dma.id,
          label: t(dma.suggested ? 'letter_form.dma_suggested' : 'letter_form.dma_choice', {
            number: digits(dma.number),
            name: language === 'bn' && dma.nameBn ? dma.nameBn : dma.name,
          }),
        }))}
      />
      <SelectField
        form={form}
        name="meterNumber"
        label={t('fields.meter')}
        help={t('letter_form.meter_help')}
        required
        options={meters.options}
        isLoading={meters.isLoading}
        onSearch={(text) => setMeterSearch(text.split(' ')[0] ?? '')}
      />
      <TextField form={form} name="customerNumber" label={t('letter.customer')} help={told} />
      <LongTextField form={form} name="remark" label={t('dialogs.remark_optional')} />
    </FormBody>
  );
}
