/** What the office does with cheques: brings them to the bank, and writes down what the bank says. */
import { Alert } from '@mantine/core';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { RETURN_REASONS } from '../../cheques/cheque.rules.ts';
import {
  type Cheque,
  type ChequeDetail,
  clearCheques,
  depositCheques,
  dishonourCheque,
  getCheque,
  takeOffSlip,
} from '../../cheques/contract.ts';
import type { ChequeStep } from './use-cheque-actions.ts';

type Ways = { close: () => void; done: () => void };
type Many = Ways & { cheques: readonly Cheque[] };
type One = Ways & { cheque: Cheque };

/** @param bankAccount of the last deposit slip */
export function ChequeDialog({
  step,
  cheques,
  bankAccount,
  ...ways
}: Many & { step: ChequeStep; bankAccount: string | null }) {
  const [cheque] = cheques;
  if (!cheque) return null;
  if (step === 'deposit') return <DepositDialog {...ways} cheques={cheques} bankAccount={bankAccount} />;
  if (step === 'clear') return <ClearDialog {...ways} cheques={cheques} />;
  if (step === 'takeOff') return <TakeOffDialog {...ways} cheque={cheque} />;
  return <DishonourDialog {...ways} cheque={cheque} />;
}

const asSeen = (cheques: readonly Cheque[]) => cheques.map(({ id, version }) => ({ id, version }));
const sumOf = (cheques: readonly Cheque[]) => cheques.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

function DepositDialog({ cheques, bankAccount, close, done }: Many & { bankAccount: string | null }) {
  const t = useTexts('payments');
  const form = useForm(depositCheques, {
    initial: { slipNumber: '', bankAccount: bankAccount ?? '', depositedOn: today() },
    extra: { cheques: asSeen(cheques) },
    onDone: ({ count }) => {
      done();
      return toast('success', t('cheques.deposited', { count }));
    },
  });
  const named = { count: cheques.length, amount: sumOf(cheques) };
  return (
    <FormDialog title={t('cheques.deposit_title', named)} close={close}>
      <FormBody form={form} submit={t('cheques.steps.deposit')} cancel={close}>
        <p>{t('cheques.deposit_about', named)}</p>
        <TextField
          form={form}
          name="slipNumber"
          label={t('cheques.slip')}
          help={t('cheques.slip_help')}
          required
          autoFocus
        />
        <TextField
          form={form}
          name="bankAccount"
          label={t('cheques.account')}
          help={t('cheques.account_help')}
          required
        />
        <DayField
          form={form}
          name="depositedOn"
          label={t('cheques.deposited_on')}
          latest={today()}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

function ClearDialog({ cheques, close, done }: Many) {
  const t = useTexts('payments');
  const form = useForm(clearCheques, {
    initial: { answeredOn: today() },
    extra: { cheques: asSeen(cheques) },
    onDone: ({ count }) => {
      done();
      return toast('success', t('cheques.cleared', { count }));
    },
  });
  const named = { count: cheques.length, amount: sumOf(cheques) };
  return (
    <FormDialog title={t('cheques.clear_title', named)} close={close}>
      <FormBody form={form} submit={t('cheques.steps.clear')} cancel={close}>
        <p>{t('cheques.clear_about', named)}</p>
        <DayField
          form={form}
          name="answeredOn"
          label={t('cheques.cleared_on')}
          help={t('cheques.answered_help')}
          latest={today()}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

function TakeOffDialog({ cheque, close, done }: One) {
  const t = useTexts('payments');
  const form = useForm(takeOffSlip, {
    initial: { reason: '' },
    extra: { version: cheque.version },
    input: { params: { id: cheque.id } },
    onDone: () => {
      done();
      return toast('success', t('cheques.taken_off'));
    },
  });
  return (
    <FormDialog title={t('cheques.steps.takeOff')} close={close}>
      <FormBody form={form} submit={t('cheques.steps.takeOff')} cancel={close}>
        <p>{t('cheques.take_off_about')}</p>
        <TextField form={form} name="reason" label={t('cheques.why')} required autoFocus />
      </FormBody>
    </FormDialog>
  );
}

/** The fee is shown before, and sent as it was seen. */
function DishonourDialog({ cheque, ...ways }: One) {
  const t = useTexts('payments');
  const { digits } = useFormats();
  const { data, error, refetch } = useAnswer(getCheque, { params: { id: cheque.id } });
  return (
    <FormDialog title={t('cheques.dishonour_title', { number: digits(cheque.number) })} close={ways.close}>
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : data ? (
        <DishonourForm {...ways} cheque={data} />
      ) : (
        <RecordSkeleton />
      )}
    </FormDialog>
  );
}

function DishonourForm({ cheque, close, done }: Ways & { cheque: ChequeDetail }) {
  const t = useTexts('payments');
  const form = useForm(dishonourCheque, {
    initial: { reason: undefined, answeredOn: today() },
    extra: { version: cheque.version, feeMinor: cheque.feeTodayMinor },
    input: { params: { id: cheque.id } },
    onDone: () => {
      done();
      return toast('success', t('cheques.dishonoured'));
    },
  });
  const sums = { amount: cheque.amountMinor, fee: cheque.feeTodayMinor };
  return (
    <FormBody form={form} submit={t('cheques.steps.dishonour')} danger cancel={close}>
      <Alert color="yellow">
        {t(cheque.feeTodayMinor > 0 ? 'cheques.dishonour_about_fee' : 'cheques.dishonour_about', sums)}
      </Alert>
      <SelectField
        form={form}
        name="reason"
        label={t('cheques.return_reason')}
        options={RETURN_REASONS.map((value) => ({ value, label: t(`cheques.reasons.${value}`) }))}
        required
      />
      {form.valueOf('reason') === 'OTHER' ? (
        <TextField form={form} name="words" label={t('cheques.words')} required />
      ) : null}
      <DayField
        form={form}
        name="answeredOn"
        label={t('cheques.returned_on')}
        help={t('cheques.answered_help')}
        latest={today()}
        required
      />
    </FormBody>
  );
}
