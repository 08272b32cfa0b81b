/** The state of a withdrawal, what a person may do with it, and the dialog of each step. */
import { useAction } from '#web/calls/use-action.ts';
import { useProfile } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { WithdrawalState } from '../wallet.rules.ts';
import { takeBackWithdrawal, type Withdrawal } from '../withdrawals/contract.ts';
import type { WithdrawalStep } from './withdrawal-dialogs.tsx';

const TONES: Record<WithdrawalState, Tone> = {
  REQUESTED: 'grey',
  OTP_CONFIRMED: 'amber',
  APPROVED: 'blue',
  PAID_OUT: 'green',
  RETURNED: 'amber',
  REJECTED: 'red',
};

export function WithdrawalStateChip({ state }: { state: WithdrawalState }) {
  const t = useTexts('wallet');
  return <StateChip tone={TONES[state]}>{t(`list.states.${state}`)}</StateChip>;
}

/** What a person may do with a withdrawal; the server says what. */
export function useWithdrawalActions(begin: (withdrawal: Withdrawal, step: WithdrawalStep) => void) {
  const t = useTexts('wallet');
  const isHousehold = useProfile()?.role === 'consumer';
  const takeBack = useAction(takeBackWithdrawal, {
    onDone: () => toast('success', t('withdraw.taken_back')),
  });
  return (withdrawal: Withdrawal) => {
    const { can, id, amountMinor: amount } = withdrawal;
    const step = (label: string, which: WithdrawalStep, danger = false) => ({
      label,
      danger,
      run: () => begin(withdrawal, which),
    });
    const ask = async () => {
      const own = { question: t('withdraw.take_back_ask', { amount }), yes: t('withdraw.take_back') };
      if (await confirm('submit', t('withdraw.take_back_ask', { amount }), own))
        takeBack.run({ body: { withdrawalId: id } });
    };
    return [
      ...(can.confirm ? [step(t('withdraw.enter_code'), 'code')] : []),
      ...(can.decide ? [step(t('decide.approve'), 'approve')] : []),
      ...(can.pay ? [step(t('decide.pay'), 'pay')] : []),
      ...(can.payAfterFreeze ? [{ ...step(t('decide.pay'), 'pay'), reason: t('decide.frozen') }] : []),
      ...(can.decideReturn
        ? [step(t('returns.accept'), 'return_accept'), step(t('returns.refuse'), 'return_refuse', true)]
        : []),
      ...(can.takeBackReturn ? [step(t('returns.take_back'), 'return_take_back', true)] : []),
      ...(can.askReturn ? [step(t('returns.ask'), 'return')] : []),
      ...(can.refuse ? [step(t('decide.refuse'), 'refuse', true)] : []),
      ...(can.takeBack && isHousehold ? [{ label: t('withdraw.take_back'), run: ask, danger: false }] : []),
      ...(can.takeBack && !isHousehold ? [step(t('decide.take_back'), 'take_back', true)] : []),
    ];
  };
}

type DialogProps = { withdrawal: Withdrawal; close: () => void };
const CodeDialog = onDemand<DialogProps>(() => import('./code-dialog.tsx').then((file) => file.CodeDialog));
const OfficeDialog = onDemand<DialogProps & { step: Exclude<WithdrawalStep, 'code'> }>(() =>
  import('./withdrawal-dialogs.tsx').then((file) => file.OfficeDialog),
);

export function WithdrawalDialog({ step, ...dialog }: DialogProps & { step: WithdrawalStep }) {
  return step === 'code' ? <CodeDialog {...dialog} /> : <OfficeDialog {...dialog} step={step} />;
}
