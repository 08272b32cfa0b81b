/** Rules of leaks by date: those of today, a change, and the changes that were planned. */
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import { DatedPage } from '#domains/settings/web/config/dated-page.tsx';
import type { Line } from '#domains/settings/web/config/dated-sheet.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, VolumeField, WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { LEAK_BASES, type LeakRules } from '../../leaks/leak.rules.ts';
import {
  approveLeakRules,
  listLeakRules,
  planLeakRules,
  withdrawLeakRules,
} from '../../leaks/settings-contract.ts';

type State = EndpointAnswer<typeof listLeakRules>;

const COUNTS = [
  ['months', 'months'],
  ['leastMonths', 'least_months'],
  ['factorPercent', 'factor'],
  ['sharePercent', 'share'],
  ['askDays', 'ask_days'],
  ['waitDays', 'wait_days'],
  ['backPercent', 'back'],
] as const;

function useLines(): (rules: Partial<LeakRules>) => Line[] {
  const t = useTexts('leaks');
  const { digits, money, cubicMetres } = useFormats();
  const figure = (value: unknown) => (typeof value === 'number' && !Number.isNaN(value) ? value : null);
  const shown = (value: unknown, write: (figure: number) => string) => {
    const known = figure(value);
    return known === null ? '' : write(known);
  };
  return (rules) => [
    { label: t('settings.on'), value: t(rules.on ? 'settings.yes' : 'settings.no') },
    { label: t('settings.basis'), value: rules.basis ? t(`settings.bases.${rules.basis}`) : '' },
    ...COUNTS.map(([field, label]) => ({
      label: t(`settings.${label}`),
      value: shown(rules[field], (count) => digits(String(count))),
    })),
    { label: t('settings.least_excess'), value: shown(rules.leastExcessLitres, cubicMetres) },
    { label: t('settings.most'), value: shown(rules.mostLitres, cubicMetres) || t('settings.no_limit') },
    { label: t('settings.alone'), value: shown(rules.aloneUpToMinor, money) || t('settings.always_two') },
  ];
}

export function LeakRulesPage() {
  const t = useTexts('leaks');
  const found = useAnswer(listLeakRules);
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
      approve={approveLeakRules}
      withdraw={withdrawLeakRules}
    />
  );
}

function RulesForm({ state: { now, today } }: { state: State }) {
  const t = useTexts('leaks');
  const ts = useTexts('settings');
  const linesOf = useLines();
  const form = useForm(planLeakRules, {
    initial: { validFrom: today, value: now, reason: '' },
    onDone: () => toast('success', ts('config.planned')),
  });
  const after = linesOf((form.values.value || {}) as Partial<LeakRules>);
  const counts = (part: readonly (typeof COUNTS)[number][]) => (
    <FieldRow>
      {part.map(([field, label]) => (
        <WholeField key={field} form={form} name={`value.${field}`} label={t(`settings.${label}`)} required />
      ))}
    </FieldRow>
  );
  return (
    <FormBody form={form} submit={ts('config.plan')}>
      <CheckField form={form} name="value.on" label={t('settings.on')} />
      <RadioField
        form={form}
        name="value.basis"
        label={t('settings.basis')}
        required
        options={LEAK_BASES.map((value) => ({ value, label: t(`settings.bases.${value}`) }))}
      />
      {counts(COUNTS.slice(0, 2))}
      {counts(COUNTS.slice(2, 4))}
      <FieldRow>
        <VolumeField form={form} name="value.leastExcessLitres" label={t('settings.least_excess')} required />
        <VolumeField
          form={form}
          name="value.mostLitres"
          label={t('settings.most')}
          help={t('settings.most_help')}
        />
      </FieldRow>
      {counts(COUNTS.slice(4, 6))}
      <FieldRow>
        <WholeField form={form} name="value.backPercent" label={t('settings.back')} required />
        <MoneyField
          form={form}
          name="value.aloneUpToMinor"
          label={t('settings.alone')}
          help={t('settings.alone_help')}
        />
      </FieldRow>
      <p>{t('settings.year')}</p>
      <DatedFields form={form} earliest={today} before={linesOf(now)} after={after} />
    </FormBody>
  );
}
