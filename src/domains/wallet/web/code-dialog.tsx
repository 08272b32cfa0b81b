/** The code from the consumer's phone; one that is over is replaced by a new one, once. */
import { useState } from 'react';
import { SmsCodeField } from '#domains/identity/web/sign-in/sms-code-field.tsx';
import { TriesOver } from '#domains/identity/web/sign-in/tries-over.tsx';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { confirmWithdrawal, sendWithdrawalCode, type Withdrawal } from '../withdrawals/contract.ts';

type DialogProps = { withdrawal: Withdrawal; close: () => void };

export function CodeDialog({ withdrawal: asked, close }: DialogProps) {
  const t = useTexts('wallet');
  const [withdrawal, setWithdrawal] = useState(asked);
  return (
    <FormDialog title={t('withdraw.code_title')} close={close}>
      {/* Another code begins with an empty field. */}
      <AskCode
        key={withdrawal.codeExpiresAt}
        withdrawal={withdrawal}
        close={close}
        onNewCode={setWithdrawal}
      />
    </FormDialog>
  );
}

function AskCode({
  withdrawal,
  close,
  onNewCode,
}: DialogProps & { onNewCode: (withdrawal: Withdrawal) => void }) {
  const t = useTexts('wallet');
  const common = useTexts('common');
  const form = useForm(confirmWithdrawal, {
    initial: { code: '' },
    extra: { withdrawalId: withdrawal.id },
    onDone: () => {
      close();
      return toast('success', t('withdraw.confirmed'));
    },
  });
  const again = useAction(sendWithdrawalCode, { onDone: onNewCode });
  if (form.refusal?.code === 'wallet.code_over') {
    return withdrawal.can.newCode ? (
      <TriesOver
        code="wallet.code_over"
        button={t('withdraw.new_code')}
        onPress={() => again.run({ body: { withdrawalId: withdrawal.id } })}
        isRunning={again.isRunning}
      />
    ) : (
      <TriesOver code="wallet.no_new_code" button={common('actions.close')} onPress={close} />
    );
  }
  return (
    <FormBody form={form} submit={t('withdraw.confirm')} cancel={close}>
      <p>{t('withdraw.code_about', { amount: withdrawal.amountMinor, until: withdrawal.codeExpiresAt })}</p>
      <SmsCodeField form={form} name="code" label={t('withdraw.code')} />
    </FormBody>
  );
}
