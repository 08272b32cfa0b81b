/** Rebates by date: the rules of today, a change with what it would have cost, and the changes that were planned. */
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import { DatedPage } from '#domains/settings/web/config/dated-page.tsx';
import type { Line } from '#domains/settings/web/config/dated-sheet.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { toLatinDigits } from '#shared/money.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  approveRebateRules,
  listRebateRules,
  planRebateRules,
  withdrawRebateRules,
} from '../../rebates/contract.ts';
import type { RebateRules } from '../../rebates/rebate.rules.ts';
import { RebatePreview } from './preview.tsx';

type State = EndpointAnswer<typeof listRebateRules>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

function useLines(): (rules: Partial<RebateRules>) => Line[] {
  const t = useTexts('rebates');
  const { digits, money } = useFormats();
  return ({ percent, days, mostMinor }) => {
    const typed = toLatinDigits(percent ?? '');
    const isOff = typed === '0';
    return [
      {
        label: t('percent'),
        value: isOff ? t('none') : typed === '' ? '' : digits(`${typed}%`),
      },
      { label: t('days'), value: isOff || !isNumber(days) ? '' : t('days_of', { count: days }) },
      { label: t('most'), value: isOff ? '' : isNumber(mostMinor) ? money(mostMinor) : t('no_limit') },
    ];
  };
}

export function RebateRulesPage() {
  const t = useTexts('rebates');
  const found = useAnswer(listRebateRules);
  return (
    <DatedPage
      found={found}
      title={t('title')}
      about={t('about')}
      planTitle={t('new')}
      form={(state) => <RulesForm state={state} />}
      linesOf={useLines()}
      approve={approveRebateRules}
      withdraw={withdrawRebateRules}
    />
  );
}

function RulesForm({ state: { now, earliest } }: { state: State }) {
  const t = useTexts('rebates');
  const settings = useTexts('settings');
  const { digits } = useFormats();
  const linesOf = useLines();
  const form = useForm(planRebateRules, {
    initial: { validFrom: earliest, value: { ...now, percent: digits(now.percent) }, reason: '' },
    onDone: () => toast('success', settings('config.planned')),
  });
  const drafted = (form.values.value || {}) as Partial<RebateRules>;
  return (
    <FormBody form={form} submit={settings('config.plan')}>
      <FieldRow>
        <TextField
          form={form}
          name="value.percent"
          label={t('percent')}
          help={t('percent_help')}
          inputMode="decimal"
          required
        />
        <WholeField
          form={form}
          name="value.days"
          label={t('days')}
          help={t('days_help')}
          unit={settings('rules.days')}
          required
        />
      </FieldRow>
      <MoneyField form={form} name="value.mostMinor" label={t('most')} help={t('most_help')} />
      <RebatePreview value={drafted} />
      <DatedFields
        form={form}
        earliest={earliest}
        help={t('earliest', { day: earliest })}
        before={linesOf(now)}
        after={linesOf(drafted)}
      />
    </FormBody>
  );
}
