import type { WaitingNote } from '#domains/settings/changes/contract.ts';
import { WaitingLimits } from '#domains/settings/web/config/limit-changes.tsx';
import { Differences } from '#domains/settings/web/differences.tsx';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePageName } from '#web/navigation/page-name.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { FormPage } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getPaymentSettings, type PaymentSettings, updatePaymentSettings } from '../../settings/contract.ts';

/** Limits of the counter. */
export function PaymentSettingsPage() {
  const found = useAnswer(getPaymentSettings);
  if (found.error) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return <LimitsForm key={found.data.waiting?.requestedAt ?? 'none'} {...found.data} />;
}

type Shown = { settings: PaymentSettings; version: number; waiting: WaitingNote };

function LimitsForm({ settings, version, waiting }: Shown) {
  const t = useTexts('settings');
  const name = usePageName();
  const { money, number } = useFormats();
  const form = useForm(updatePaymentSettings, {
    initial: { settings, reason: '' },
    version,
    onDone: () => toast('success', t('limits.asked')),
  });
  const figure = (name: `settings.${keyof PaymentSettings}`, write: (value: number) => string) => {
    const value = form.valueOf(name);
    return typeof value === 'number' && !Number.isNaN(value) ? write(value) : '';
  };
  return (
    <FormPage
      form={form}
      title={name ?? t('rules.payments.title')}
      about={t('rules.payments.about')}
      submit={t('limits.submit')}
    >
      <WaitingLimits waiting={waiting} />
      <MoneyField
        form={form}
        name="settings.reverseAloneUpToMinor"
        label={t('rules.payments.reverse_alone')}
        help={t('rules.payments.reverse_alone_help')}
        required
      />
      <WholeField
        form={form}
        name="settings.backdateDays"
        label={t('rules.payments.backdate')}
        help={t('rules.payments.backdate_help')}
        required
      />
      <MoneyField
        form={form}
        name="settings.unusualAboveMinor"
        label={t('rules.payments.unusual_above')}
        help={t('rules.payments.unusual_help')}
        required
      />
      <WholeField
        form={form}
        name="settings.unusualTimes"
        label={t('rules.payments.unusual_times')}
        required
      />
      <LongTextField
        form={form}
        name="reason"
        label={t('limits.reason')}
        help={t('limits.reason_help')}
        required
      />
      <Differences
        rows={[
          {
            label: t('rules.payments.reverse_alone'),
            before: money(settings.reverseAloneUpToMinor),
            after: figure('settings.reverseAloneUpToMinor', money),
          },
          {
            label: t('rules.payments.backdate'),
            before: number(settings.backdateDays),
            after: figure('settings.backdateDays', number),
          },
          {
            label: t('rules.payments.unusual_above'),
            before: money(settings.unusualAboveMinor),
            after: figure('settings.unusualAboveMinor', money),
          },
          {
            label: t('rules.payments.unusual_times'),
            before: number(settings.unusualTimes),
            after: figure('settings.unusualTimes', number),
          },
        ]}
      />
    </FormPage>
  );
}
