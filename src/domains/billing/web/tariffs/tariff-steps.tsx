/** Dialogs of a tariff's steps: the approval, with what the rise within a year means, and the withdrawal. */
import { Alert } from '@mantine/core';
import { addDays, addMonths } from '#shared/dates.ts';
import { useAnswer } from '#web/answers.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useFormats } from '#web/use-formats.ts';
import { approveTariff, quoteTariff, type TariffDetail, withdrawTariff } from '../../tariffs/contract.ts';
import { LEGAL_RISE_PERCENT } from '../../tariffs/tariff.rules.ts';

type StepProps = { tariff: TariffDetail; close: () => void };
/** As the server measures it (move-tariff.ts): 30 units over 30 days, against the same day a year before. */
const MEASURED_UNITS = 30;

/** Percent by which the version is dearer than what was in force a year before; null where nothing was. */
function useRise(tariff: TariffDetail): number | null {
  const asked = (day: string, more: object) => ({
    body: {
      usageLitres: [MEASURED_UNITS * Number(tariff.unitLitres)],
      periodFrom: day,
      periodTo: addDays(day, 30),
      category: tariff.category,
      ...more,
    },
  });
  const now = useAnswer(quoteTariff, asked(tariff.effectiveFrom, { tariffVersionId: tariff.id }));
  const before = useAnswer(quoteTariff, asked(addMonths(tariff.effectiveFrom, -12), {}));
  const [after, old] = [now.data?.items[0], before.data?.items[0]];
  if (!after || !old || after.problem || old.problem || old.chargesMinor === 0) return null;
  return ((after.chargesMinor - old.chargesMinor) / old.chargesMinor) * 100;
}

export function ApproveDialog({ tariff, close }: StepProps) {
  const t = useTexts('billing');
  const { day, digits } = useFormats();
  const rise = useRise(tariff);
  const isAbove = rise !== null && rise > LEGAL_RISE_PERCENT;
  const form = useForm(approveTariff, {
    initial: { orderNumber: tariff.orderNumber ?? '' },
    input: { params: { id: tariff.id } },
    extra: { version: tariff.version },
    noGuard: true,
    onDone: () => {
      close();
      return toast('success', t('tariffs.approved'));
    },
  });
  return (
    <FormDialog title={t('tariffs.approve_title', { name: tariff.name })} close={close}>
      <FormBody form={form} submit={t('tariffs.approve')} cancel={close}>
        <p>{t('tariffs.approve_help', { day: day(tariff.effectiveFrom) })}</p>
        {rise === null ? null : (
          <Alert color={isAbove ? 'yellow' : 'gray'}>
            {t('tariffs.rise_known', { percent: digits(rise.toFixed(1)) })}{' '}
            {isAbove ? t('tariffs.rise_warning', { limit: LEGAL_RISE_PERCENT }) : null}
          </Alert>
        )}
        <TextField form={form} name="orderNumber" label={t('tariffs.order_number')} required={isAbove} />
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
    noGuard: true,
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
