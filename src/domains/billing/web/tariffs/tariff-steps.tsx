/** Dialogs of a tariff's steps: announcing and approving, with what rises within a year, and the withdrawal. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { tariffImpact } from '../../settings/contract.ts';
import { approveTariff, submitTariff, type TariffDetail, withdrawTariff } from '../../tariffs/contract.ts';
import { LEGAL_RISE_PERCENT } from '../../tariffs/tariff.rules.ts';
import { largestShown, RisesView } from '../settings/impact-view.tsx';

type StepProps = { tariff: TariffDetail; close: () => void };

/** What the version means, as the server measures it. */
function useRises(tariff: TariffDetail) {
  const { data } = useAnswer(tariffImpact, { params: { id: tariff.id } });
  const rises = data?.rises ?? [];
  return { rises, isAbove: largestShown(rises) > LEGAL_RISE_PERCENT };
}

/** Announces; a rise above the legal limit is shown with its figures and wants a reason. */
export function SubmitDialog({ tariff, close }: StepProps) {
  const t = useTexts('billing');
  const s = useTexts('settings');
  const { rises, isAbove } = useRises(tariff);
  const form = useForm(submitTariff, {
    initial: { riseReason: '' },
    input: { params: { id: tariff.id } },
    extra: { version: tariff.version },
    onDone: () => {
      close();
      return toast('success', t('tariffs.announced'));
    },
  });
  return (
    <FormDialog title={t('tariffs.announce_title', { name: tariff.name })} close={close}>
      <FormBody form={form} submit={t('tariffs.announce')} cancel={close}>
        <p>{t('tariffs.announce_help')}</p>
        <RisesView rises={rises} />
        {isAbove ? (
          <LongTextField
            form={form}
            name="riseReason"
            label={s('config.impact.rise_reason', { limit: LEGAL_RISE_PERCENT })}
            required
          />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}

export function ApproveDialog({ tariff, close }: StepProps) {
  const t = useTexts('billing');
  const s = useTexts('settings');
  const { day } = useFormats();
  const { rises, isAbove } = useRises(tariff);
  const form = useForm(approveTariff, {
    initial: { orderNumber: tariff.orderNumber ?? '' },
    input: { params: { id: tariff.id } },
    extra: { version: tariff.version },
    onDone: () => {
      close();
      return toast('success', t('tariffs.approved'));
    },
  });
  return (
    <FormDialog title={t('tariffs.approve_title', { name: tariff.name })} close={close}>
      <FormBody form={form} submit={t('tariffs.approve')} cancel={close}>
        <p>{t('tariffs.approve_help', { day: day(tariff.effectiveFrom) })}</p>
        <RisesView rises={rises} />
        {tariff.riseReason ? (
          <p>
            {s('config.impact.stated_reason')}: {tariff.riseReason}
          </p>
        ) : null}
        <TextField
          form={form}
          name="orderNumber"
          label={t('tariffs.order_number')}
          help={isAbove ? t('tariffs.rise_warning', { limit: LEGAL_RISE_PERCENT }) : undefined}
          required={isAbove}
        />
      </FormBody>
    </FormDialog>
  );
}

export function WithdrawDialog({ tariff, close }: StepProps) {
  const t = useTexts('billing');
  const form = useForm(withdrawTariff, {
    initial: { reason: '' },
    input: { params: { id: tariff.id } },
    extra: { version: tariff.version },
    onDone: () => {
      close();
      return toast('success', t('tariffs.withdrawn'));
    },
  });
  return (
    <FormDialog title={t('tariffs.withdraw_title', { name: tariff.name })} close={close}>
      <FormBody form={form} submit={t('tariffs.withdraw')} danger cancel={close}>
        <LongTextField form={form} name="reason" label={t('tariffs.reason')} required />
      </FormBody>
    </FormDialog>
  );
}
