/** Limits of wallets by date, and a try-out of what they say. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField, DayField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { listWalletLimits, planWalletLimits, withdrawWalletLimits } from '../../wallet/contract.ts';
import type { WalletLimits } from '../../wallet/wallet.rules.ts';
import { Differences } from '../differences.tsx';
import style from './config.module.css';
import { DatedSheet, type Line } from './dated-sheet.tsx';
import { WalletTryOut } from './wallet-try-out.tsx';

const RECHARGE = ['minRechargeMinor', 'maxRechargeMinor', 'maxBalanceMinor'] as const;
const WITHDRAWAL = [
  'minWithdrawalMinor',
  'maxWithdrawalMinor',
  'dailyWithdrawalMinor',
  'codeFromMinor',
  'approvalAboveMinor',
] as const;

type Drafted = { [K in keyof WalletLimits]?: unknown };

function useLines(): (limits: Drafted) => Line[] {
  const t = useTexts('settings');
  const { money } = useFormats();
  const written = (minor: unknown) => (typeof minor === 'number' && !Number.isNaN(minor) ? money(minor) : '');
  const yesNo = (value: unknown) => t(value === true ? 'rules.yes' : 'rules.no');
  return (limits) => [
    { label: t('config.wallet.enabled'), value: yesNo(limits.enabled) },
    ...[...RECHARGE, ...WITHDRAWAL].map((field) => ({
      label: t(`config.wallet.${field}`),
      value: written(limits[field]),
    })),
  ];
}

export function WalletPage() {
  const t = useTexts('settings');
  const may = useMay();
  const linesOf = useLines();
  const found = useAnswer(listWalletLimits);
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { now, items, today } = found.data;
  return (
    <div className={style.page}>
      <PageHead title={t('config.wallet.title')} about={t('config.wallet.about')} />
      {may('settings:edit') ? (
        <Sheet>
          <LimitsForm key={JSON.stringify(items)} now={now} today={today} linesOf={linesOf} />
        </Sheet>
      ) : null}
      <DatedSheet items={items} today={today} linesOf={linesOf} withdraw={withdrawWalletLimits} />
    </div>
  );
}

type LimitsFormProps = { now: WalletLimits; today: string; linesOf: (limits: Drafted) => Line[] };

function LimitsForm({ now, today, linesOf }: LimitsFormProps) {
  const t = useTexts('settings');
  const form = useForm(planWalletLimits, {
    initial: { validFrom: today, value: now, reason: '' },
    onDone: () => toast('success', t('config.planned')),
  });
  const drafted = (form.values.value || {}) as Drafted;
  const after = linesOf(drafted);
  return (
    <FormBody form={form} submit={t('config.plan')}>
      <CheckField form={form} name="value.enabled" label={t('config.wallet.enabled')} />
      <FormSection title={t('config.wallet.recharge')}>
        <FieldRow>
          {RECHARGE.map((field) => (
            <MoneyField
              key={field}
              form={form}
              name={`value.${field}`}
              label={t(`config.wallet.${field}`)}
              required
            />
          ))}
        </FieldRow>
      </FormSection>
      <FormSection title={t('config.wallet.withdrawal')}>
        <FieldRow>
          {WITHDRAWAL.map((field) => (
            <MoneyField
              key={field}
              form={form}
              name={`value.${field}`}
              label={t(`config.wallet.${field}`)}
              {...(field === 'codeFromMinor' ? { help: t('config.wallet.codeFromMinor_help') } : {})}
              required
            />
          ))}
        </FieldRow>
      </FormSection>
      <DayField
        form={form}
        name="validFrom"
        label={t('config.valid_from')}
        help={t('config.valid_from_help')}
        earliest={today}
        required
      />
      <LongTextField form={form} name="reason" label={t('config.reason')} required />
      <Differences
        rows={linesOf(now).map(({ label, value }, index) => ({
          label,
          before: value,
          after: after[index]?.value ?? '',
        }))}
      />
      <WalletTryOut limits={drafted} />
    </FormBody>
  );
}
