/**
 * "Yes, although the bank has a payment": shown when a step that takes away what is paid was refused because of it. The same words in every
 * domain.
 */
import { useTexts } from '../../texts/texts.ts';
import { CheckField } from '../form/choice-fields.tsx';
import type { FormFields } from '../form/use-form.ts';

export function DespitePayment({ form }: { form: FormFields<'despitePayment'> }) {
  const t = useTexts('frame');
  if (!form.problemOf('despitePayment') && !form.valueOf('despitePayment')) return null;
  return <CheckField form={form} name="despitePayment" label={t('despite_payment')} />;
}
