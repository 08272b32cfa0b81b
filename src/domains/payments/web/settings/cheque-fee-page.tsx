/** The fee of a returned cheque by date: the one of today, a change, and the changes that were planned. */
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import { DatedPage } from '#domains/settings/web/config/dated-page.tsx';
import type { Line } from '#domains/settings/web/config/dated-sheet.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  approveChequeFee,
  type ChequeFee,
  listChequeFee,
  planChequeFee,
  withdrawChequeFee,
} from '../../cheques/fee/contract.ts';

type State = EndpointAnswer<typeof listChequeFee>;

function useLines(): (value: ChequeFee) => Line[] {
  const t = useTexts('payments');
  const { money } = useFormats();
  return ({ returnFeeMinor }) => [{ label: t('cheques.fee'), value: money(returnFeeMinor) }];
}

export function ChequeFeePage() {
  const t = useTexts('payments');
  const found = useAnswer(listChequeFee);
  return (
    <DatedPage
      found={found}
      title={t('cheques.fee_title')}
      about={t('cheques.fee_about')}
      planTitle={t('cheques.fee_new')}
      form={(state) => <FeeForm state={state} />}
      linesOf={useLines()}
      approve={approveChequeFee}
      withdraw={withdrawChequeFee}
    />
  );
}

function FeeForm({ state: { now, today } }: { state: State }) {
  const t = useTexts('payments');
  const settings = useTexts('settings');
  const linesOf = useLines();
  const form = useForm(planChequeFee, {
    initial: { validFrom: today, value: now, reason: '' },
    onDone: () => toast('success', settings('config.planned')),
  });
  const drafted = { ...now, ...(form.values.value as Partial<ChequeFee> | undefined) };
  const after = linesOf(drafted);
  return (
    <FormBody form={form} submit={settings('config.plan')}>
      <MoneyField
        form={form}
        name="value.returnFeeMinor"
        label={t('cheques.fee')}
        help={t('cheques.fee_help')}
        required
      />
      <DatedFields form={form} earliest={today} before={linesOf(now)} after={after} />
    </FormBody>
  );
}
