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
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import {
  getOwnershipSettings,
  type OwnershipSettings,
  updateOwnershipSettings,
} from '../../settings/contract.ts';

/** What a change of owner costs. */
export function OwnershipSettingsPage() {
  const found = useAnswer(getOwnershipSettings);
  if (found.error) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return <FeeForm key={found.data.waiting?.requestedAt ?? 'none'} {...found.data} />;
}

type Shown = { settings: OwnershipSettings; version: number; waiting: WaitingNote };

function FeeForm({ settings, version, waiting }: Shown) {
  const t = useTexts('settings');
  const name = usePageName();
  const { money } = useFormats();
  const form = useForm(updateOwnershipSettings, {
    initial: { settings, reason: '' },
    version,
    onDone: () => toast('success', t('limits.asked')),
  });
  const fee = form.valueOf('settings.feeMinor');
  return (
    <FormPage
      form={form}
      title={name ?? t('rules.ownership.title')}
      about={t('rules.ownership.about')}
      submit={t('limits.submit')}
    >
      <WaitingLimits waiting={waiting} />
      <MoneyField
        form={form}
        name="settings.feeMinor"
        label={t('rules.ownership.fee')}
        help={t('rules.ownership.fee_help')}
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
            label: t('rules.ownership.fee'),
            before: money(settings.feeMinor),
            after: typeof fee === 'number' && !Number.isNaN(fee) ? money(fee) : '',
          },
        ]}
      />
    </FormPage>
  );
}
