/** Who has water already and an account of their own adds the one to the other. */
import { signalChange } from '#web/calls/change-signals.ts';
import { useGo } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormPage } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { claimConsumer } from '../../claim/contract.ts';
import { ClaimFields } from './claim-fields.tsx';
import { OwnClaims } from './own-claims.tsx';

export function ClaimPage() {
  const t = useTexts('consumers');
  const title = usePageName() ?? '';
  const go = useGo();
  const { digits } = useFormats();
  const form = useForm(claimConsumer, {
    initial: { customerNumber: '', evidence: '' },
    onDone: ({ consumerNumber, waits, isOwn }) => {
      if (waits) {
        form.setValues({ customerNumber: '', evidence: '' });
        return toast('success', t('claim.waits'));
      }
      if (isOwn) return toast('success', t('claim.own_already', { number: digits(consumerNumber) }));
      // The account is another consumer's now.
      signalChange('rights');
      void toast('success', t('claim.done', { number: digits(consumerNumber) }));
      return go('/dashboard');
    },
  });
  return (
    <FormPage
      form={form}
      title={title}
      about={t('claim.about')}
      submit={t('claim.submit')}
      before={<OwnClaims />}
    >
      <ClaimFields form={form} prefix="" />
    </FormPage>
  );
}
