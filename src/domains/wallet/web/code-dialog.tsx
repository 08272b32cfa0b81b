/** The code from the consumer's phone. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { confirmWithdrawal, type Withdrawal } from '../withdrawals/contract.ts';

type DialogProps = { withdrawal: Withdrawal; close: () => void };

export function CodeDialog({ withdrawal, close }: DialogProps) {
  const t = useTexts('wallet');
  const form = useForm(confirmWithdrawal, {
    initial: { code: '' },
    extra: { withdrawalId: withdrawal.id },
    onDone: () => {
      close();
      return toast('success', t('withdraw.confirmed'));
    },
  });
  return (
    <FormDialog title={t('withdraw.code_title')} close={close}>
      <FormBody form={form} submit={t('withdraw.confirm')} cancel={close}>
        <p>{t('withdraw.code_about', { amount: withdrawal.amountMinor, until: withdrawal.codeExpiresAt })}</p>
        <TextField
          form={form}
          name="code"
          label={t('withdraw.code')}
          inputMode="numeric"
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
