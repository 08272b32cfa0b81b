/** Limits of wallets by date, and a try-out of what they say. */

import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import {
  approveWalletLimits,
  listWalletLimits,
  planWalletLimits,
  withdrawWalletLimits,
} from '../../wallet/contract.ts';
import type { WalletLimits } from '../../wallet/wallet.rules.ts';
import style from './config.module.css';
import { DatedFields } from './dated-fields.tsx';
import { DatedSheet, type Line } from './dated-sheet.tsx';
import { AUTO_PAY, type Drafted, RECHARGE, useWalletLines, WITHDRAWAL } from './wallet-lines.ts';
import { WalletTryOut } from './wallet-try-out.tsx';

export function WalletPage() {
  const t = useTexts('settings');
  const may = useMay();
  const linesOf = useWalletLines();
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
      <DatedSheet
        {...{ items, today, now, linesOf }}
        approve={approveWalletLimits}
        withdraw={withdrawWalletLimits}
      />
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
      <CheckField
        form={form}
        name="value.enabled"
        label={t('config.wallet.enabled')}
        help={t('config.wallet.enabled_help')}
      />
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
              {...(field === 'codeFromMinor' || field === 'approvalAboveMinor'
                ? { help: t(`config.wallet.${field}_help`) }
                : {})}
              required
            />
          ))}
        </FieldRow>
      </FormSection>
      <FormSection title={t('config.wallet.auto_pay')}>
        <CheckField
          form={form}
          name="value.autoPay"
          label={t('config.wallet.autoPay')}
          help={t('config.wallet.autoPay_help')}
        />
        <FieldRow>
          {AUTO_PAY.map((field) => (
            <WholeField
              key={field}
              form={form}
              name={`value.${field}`}
              label={t(`config.wallet.${field}`)}
              help={t(`config.wallet.${field}_help`)}
              required
            />
          ))}
        </FieldRow>
      </FormSection>
      <DatedFields form={form} earliest={today} alone before={linesOf(now)} after={after} />
      <WalletTryOut limits={drafted} />
    </FormBody>
  );
}
