/** Rules of payment plans by date: those of today, a change, and the changes that were planned. */
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import { DatedPage } from '#domains/settings/web/config/dated-page.tsx';
import type { Line } from '#domains/settings/web/config/dated-sheet.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { PlanRules } from '../../payment-plans/plan.rules.ts';
import {
  approvePlanRules,
  listPlanRules,
  planPlanRules,
  withdrawPlanRules,
} from '../../payment-plans/settings-contract.ts';

type State = EndpointAnswer<typeof listPlanRules>;

const COUNTS = [
  ['firstPercent', 'first_percent'],
  ['mostInstalments', 'most'],
  ['brokenAYear', 'broken'],
  ['acceptDays', 'accept_days'],
  ['remindDays', 'remind_days'],
  ['graceDays', 'grace_days'],
  ['missedBreak', 'missed_break'],
] as const;

function useLines(): (rules: Partial<PlanRules>) => Line[] {
  const t = useTexts('payment_plans');
  const { digits, money } = useFormats();
  const figure = (value: unknown) => (typeof value === 'number' && !Number.isNaN(value) ? value : null);
  const amount = (value: unknown) => {
    const minor = figure(value);
    return minor === null ? '' : money(minor);
  };
  return (rules) => [
    { label: t('settings.on'), value: t(rules.on ? 'settings.yes' : 'settings.no') },
    ...COUNTS.map(([field, label]) => ({
      label: t(`settings.${label}`),
      value: figure(rules[field]) === null ? '' : digits(String(rules[field])),
    })),
    { label: t('settings.least'), value: amount(rules.leastInstalmentMinor) },
    { label: t('settings.alone'), value: amount(rules.aloneUpToMinor) || t('settings.always_two') },
    { label: t('settings.current'), value: t(rules.currentBillsToo ? 'settings.yes' : 'settings.no') },
  ];
}

export function PlanRulesPage() {
  const t = useTexts('payment_plans');
  const found = useAnswer(listPlanRules);
  const linesOf = useLines();
  return (
    <DatedPage
      found={found}
      title={t('settings.title')}
      about={t('settings.about')}
      planTitle={t('settings.new')}
      form={(state) => <RulesForm state={state} />}
      instead={({ now }) => (
        <Sheet title={t('settings.now')}>
          <Facts facts={linesOf(now)} />
        </Sheet>
      )}
      linesOf={linesOf}
      approve={approvePlanRules}
      withdraw={withdrawPlanRules}
    />
  );
}

function RulesForm({ state }: { state: State }) {
  const t = useTexts('payment_plans');
  const ts = useTexts('settings');
  const linesOf = useLines();
  const { now, today } = state;
  const form = useForm(planPlanRules, {
    initial: { validFrom: today, value: now, reason: '' },
    onDone: () => toast('success', ts('config.planned')),
  });
  const after = linesOf((form.values.value || {}) as Partial<PlanRules>);
  return (
    <FormBody form={form} submit={ts('config.plan')}>
      <CheckField form={form} name="value.on" label={t('settings.on')} />
      <FieldRow>
        <MoneyField form={form} name="value.leastInstalmentMinor" label={t('settings.least')} required />
        <MoneyField
          form={form}
          name="value.aloneUpToMinor"
          label={t('settings.alone')}
          help={t('settings.alone_help')}
        />
      </FieldRow>
      <FieldRow>
        {COUNTS.slice(0, 3).map(([field, label]) => (
          <WholeField
            key={field}
            form={form}
            name={`value.${field}`}
            label={t(`settings.${label}`)}
            required
          />
        ))}
      </FieldRow>
      <FieldRow>
        {COUNTS.slice(3).map(([field, label]) => (
          <WholeField
            key={field}
            form={form}
            name={`value.${field}`}
            label={t(`settings.${label}`)}
            required
          />
        ))}
      </FieldRow>
      <CheckField form={form} name="value.currentBillsToo" label={t('settings.current')} />
      <DatedFields form={form} earliest={today} before={linesOf(now)} after={after} />
    </FormBody>
  );
}
