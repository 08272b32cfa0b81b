/** What is written on a cheque that pays bills at the counter. */
import { Alert } from '@mantine/core';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { useForm } from '#web/ui/form/use-form.ts';
import { bankNames } from '../../cheques/banks.rules.ts';
import type { PayCall } from '../what-is-paid.ts';

type Form = ReturnType<typeof useForm<PayCall>>;

export function ChequeFields({ form, latest }: { form: Form; latest: string }) {
  const t = useTexts('payments');
  return (
    <>
      <Alert color="blue">{t('cheques.subject_to_clearing')}</Alert>
      <FieldRow>
        <TextField form={form} name="tender.number" label={t('cheques.number')} required />
        <DayField form={form} name="tender.drawnOn" label={t('cheques.drawn_on')} required latest={latest} />
      </FieldRow>
      <FieldRow>
        <TextField
          form={form}
          name="tender.bank"
          label={t('cheques.bank')}
          help={t('cheques.bank_help')}
          suggestions={bankNames(useLanguage())}
          required
        />
        <TextField form={form} name="tender.branch" label={t('cheques.branch')} required />
      </FieldRow>
      <TextField
        form={form}
        name="tender.drawer"
        label={t('cheques.drawer')}
        help={t('cheques.drawer_help')}
        required
      />
    </>
  );
}
