/** The second person accepts a variance that waits, or refuses it with a reason; who counted takes the count back. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type Closing, decideVariance, withdrawCount } from '../closings/contract.ts';

type Props = { closing: Closing; accept: boolean; close: () => void };

export function DecideVarianceDialog({ closing, accept, close }: Props) {
  const t = useTexts('ledger');
  const form = useForm(decideVariance, {
    initial: { remark: undefined },
    input: { params: { id: closing.id } },
    extra: { accept },
    onDone: () => {
      close();
      return toast('success', t(accept ? 'cash.accepted' : 'cash.refused'));
    },
  });
  const { closedBy: name, countedMinor: counted, expectedMinor: expected, varianceMinor: variance } = closing;
  return (
    <FormDialog title={t(accept ? 'cash.accept' : 'cash.refuse')} close={close}>
      <FormBody
        form={form}
        submit={accept ? t('cash.accept_submit', { variance }) : t('cash.refuse')}
        danger={!accept}
        isCareful
        cancel={close}
      >
        <p>{t('cash.accept_about', { name, counted, expected, reason: closing.reason ?? '' })}</p>
        <p>{accept ? t('cash.accept_effect', { variance }) : t('cash.refuse_effect')}</p>
        {accept ? null : <LongTextField form={form} name="remark" label={t('cash.refuse_reason')} required />}
      </FormBody>
    </FormDialog>
  );
}

export function WithdrawCountDialog({ closing, close }: { closing: Closing; close: () => void }) {
  const t = useTexts('ledger');
  const form = useForm(withdrawCount, {
    initial: { reason: '' },
    input: { params: { id: closing.id } },
    onDone: () => {
      close();
      return toast('success', t('cash.withdrawn'));
    },
  });
  return (
    <FormDialog title={t('cash.withdraw')} close={close}>
      <FormBody form={form} submit={t('cash.withdraw')} danger cancel={close}>
        <p>{t('cash.withdraw_about')}</p>
        <LongTextField form={form} name="reason" label={t('cash.withdraw_reason')} required />
      </FormBody>
    </FormDialog>
  );
}
