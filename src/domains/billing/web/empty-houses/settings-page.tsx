/** Rules of empty houses by date: those of today, a change, and the changes that were planned. */
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
import { VolumeField, WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { EmptyRules } from '../../empty-houses/empty-house.rules.ts';
import {
  approveEmptyRules,
  listEmptyRules,
  planEmptyRules,
  withdrawEmptyRules,
} from '../../empty-houses/settings-contract.ts';

type State = EndpointAnswer<typeof listEmptyRules>;

const COUNTS = [
  ['fixedOwedPercent', 'fixed'],
  ['minimumOwedPercent', 'minimum'],
  ['longestMonths', 'longest'],
  ['noticeDaysBack', 'back'],
] as const;

function useLines(): (rules: Partial<EmptyRules>) => Line[] {
  const t = useTexts('empty_houses');
  const { digits, cubicMetres } = useFormats();
  const shown = (value: unknown, write: (figure: number) => string) =>
    typeof value === 'number' && !Number.isNaN(value) ? write(value) : '';
  return (rules) => [
    { label: t('settings.on'), value: t(rules.on ? 'settings.yes' : 'settings.no') },
    ...COUNTS.map(([field, label]) => ({
      label: t(`settings.${label}`),
      value: shown(rules[field], (count) => digits(String(count))),
    })),
    { label: t('settings.most'), value: shown(rules.emptyLitres, cubicMetres) },
  ];
}

export function EmptyRulesPage() {
  const t = useTexts('empty_houses');
  const found = useAnswer(listEmptyRules);
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
      approve={approveEmptyRules}
      withdraw={withdrawEmptyRules}
    />
  );
}

function RulesForm({ state: { now, today } }: { state: State }) {
  const t = useTexts('empty_houses');
  const ts = useTexts('settings');
  const linesOf = useLines();
  const form = useForm(planEmptyRules, {
    initial: { validFrom: today, value: now, reason: '' },
    onDone: () => toast('success', ts('config.planned')),
  });
  const after = linesOf((form.values.value || {}) as Partial<EmptyRules>);
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
      {counts(COUNTS.slice(0, 2))}
      <VolumeField form={form} name="value.emptyLitres" label={t('settings.most')} required />
      {counts(COUNTS.slice(2))}
      <DatedFields form={form} earliest={today} before={linesOf(now)} after={after} />
    </FormBody>
  );
}
