/** Days to pay by date, and up to which amounts one person corrects bills alone. */

import type { WaitingNote } from '#domains/settings/changes/contract.ts';
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import { DatedSheet, type Line } from '#domains/settings/web/config/dated-sheet.tsx';
import { WaitingLimits } from '#domains/settings/web/config/limit-changes.tsx';
import { Differences } from '#domains/settings/web/differences.tsx';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import type { BillingLimits, BillingRules } from '../../settings/billing.rules.ts';
import {
  getBillingLimits,
  listBillingRules,
  planBillingRules,
  updateBillingLimits,
  withdrawBillingRules,
} from '../../settings/contract.ts';
import style from './settings.module.css';

type Drafted = { [K in keyof BillingRules]?: unknown };

function useLines(): (rules: Drafted) => Line[] {
  const t = useTexts('settings');
  const { number } = useFormats();
  return ({ dueDays, moveOffDaysOff }) => [
    {
      label: t('config.billing.dueDays'),
      value: typeof dueDays === 'number' && !Number.isNaN(dueDays) ? number(dueDays) : '',
    },
    {
      label: t('config.billing.moveOffDaysOff'),
      value: t(moveOffDaysOff === true ? 'rules.yes' : 'rules.no'),
    },
  ];
}

export function BillingRulesPage() {
  const t = useTexts('settings');
  const may = useMay();
  const linesOf = useLines();
  const found = useAnswer(listBillingRules);
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { now, items, today } = found.data;
  return (
    <div className={style.page}>
      <PageHead title={t('config.billing.title')} about={t('config.billing.about')} />
      <Sheet title={t('config.billing.due')}>
        {may('settings:edit') ? (
          <DueForm key={items.map(({ id, version }) => id + version).join()} now={now} today={today} />
        ) : (
          <p>{linesOf(now)[0]?.value}</p>
        )}
      </Sheet>
      <DatedSheet {...{ items, today, now, linesOf }} withdraw={withdrawBillingRules} />
      {may('settings:view') ? <Limits /> : null}
      <p className={style.quiet}>
        {t('config.billing.elsewhere')}{' '}
        <GoLink to="/configuration/billing" query={{ page: 1 }}>
          {t('config.billing.tariffs')}
        </GoLink>
      </p>
    </div>
  );
}

function DueForm({ now, today }: { now: BillingRules; today: string }) {
  const t = useTexts('settings');
  const linesOf = useLines();
  const form = useForm(planBillingRules, {
    initial: { validFrom: today, value: now, reason: '' },
    onDone: () => toast('success', t('config.planned')),
  });
  const after = linesOf((form.values.value || {}) as Drafted);
  return (
    <FormBody form={form} submit={t('config.plan')}>
      <WholeField
        form={form}
        name="value.dueDays"
        label={t('config.billing.dueDays')}
        unit={t('rules.days')}
        required
      />
      <CheckField
        form={form}
        name="value.moveOffDaysOff"
        label={t('config.billing.moveOffDaysOff')}
        help={t('config.billing.moveOffDaysOff_help')}
      />
      <DatedFields form={form} earliest={today} alone before={linesOf(now)} after={after} />
    </FormBody>
  );
}

function Limits() {
  const found = useAnswer(getBillingLimits);
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return null;
  return <LimitsForm key={found.data.waiting?.requestedAt ?? 'none'} {...found.data} />;
}

type Shown = { limits: BillingLimits; version: number; waiting: WaitingNote };

function LimitsForm({ limits, version, waiting }: Shown) {
  const t = useTexts('settings');
  const { money, number } = useFormats();
  const form = useForm(updateBillingLimits, {
    initial: { limits, reason: '' },
    version,
    onDone: () => toast('success', t('limits.asked')),
  });
  const written = (minor: unknown) => (typeof minor === 'number' && !Number.isNaN(minor) ? money(minor) : '');
  const fields = [
    ['cancelAloneUpToMinor', t('config.billing.cancel')],
    ['adjustAloneUpToMinor', t('config.billing.adjust')],
    ['waiveAloneUpToMinor', t('config.billing.waive')],
  ] as const;
  const days = [
    ['issueDaysBack', t('config.billing.issue_back')],
    ['issueDaysAhead', t('config.billing.issue_ahead')],
    ['disputeDays', t('config.billing.dispute_days')],
    ['disputeDecideDays', t('config.billing.dispute_decide_days')],
  ] as const;
  const counted = (value: unknown) =>
    typeof value === 'number' && !Number.isNaN(value) ? number(value) : '';
  return (
    <Sheet title={t('config.billing.limits')}>
      <p className={style.quiet}>{t('config.billing.limits_about')}</p>
      <FormBody form={form} submit={t('limits.submit')}>
        <WaitingLimits waiting={waiting} />
        <MoneyField
          form={form}
          name="limits.cancelAloneUpToMinor"
          label={fields[0][1]}
          help={t('config.billing.cancel_help')}
        />
        <MoneyField form={form} name="limits.adjustAloneUpToMinor" label={fields[1][1]} required />
        <MoneyField
          form={form}
          name="limits.waiveAloneUpToMinor"
          label={fields[2][1]}
          help={t('config.billing.cancel_help')}
        />
        <WholeField
          form={form}
          name="limits.issueDaysBack"
          label={days[0][1]}
          unit={t('rules.days')}
          help={t('config.billing.issue_help')}
          required
        />
        {days.slice(1).map(([field, label]) => (
          <WholeField
            key={field}
            form={form}
            name={`limits.${field}`}
            label={label}
            unit={t('rules.days')}
            required
          />
        ))}
        <LongTextField
          form={form}
          name="reason"
          label={t('limits.reason')}
          help={t('limits.reason_help')}
          required
        />
        <Differences
          rows={[
            ...fields.map(([field, label]) => ({
              label,
              before: written(limits[field]),
              after: written(form.valueOf(`limits.${field}`)),
            })),
            ...days.map(([field, label]) => ({
              label,
              before: counted(limits[field]),
              after: counted(form.valueOf(`limits.${field}`)),
            })),
          ]}
        />
      </FormBody>
    </Sheet>
  );
}
