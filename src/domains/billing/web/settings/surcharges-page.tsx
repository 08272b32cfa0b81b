/** Late surcharges by date: the rules of today, a change, and the changes that were planned. */
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import { DatedPage } from '#domains/settings/web/config/dated-page.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  approveSurchargeRules,
  listSurchargeRules,
  planSurchargeRules,
  withdrawSurchargeRules,
} from '../../surcharges/contract.ts';
import {
  BASES,
  MONTHLY_MODES,
  ONCE_MODES,
  ROUNDINGS,
  type SurchargeRules,
} from '../../surcharges/surcharge.rules.ts';
import { useSurchargeLines } from './surcharge-lines.ts';

type State = EndpointAnswer<typeof listSurchargeRules>;

export function SurchargesPage() {
  const t = useTexts('settings');
  const found = useAnswer(listSurchargeRules);
  return (
    <DatedPage
      found={found}
      title={t('config.surcharge.title')}
      about={t('config.surcharge.about')}
      planTitle={t('config.surcharge.new')}
      form={(state) => <RulesForm state={state} />}
      linesOf={useSurchargeLines(found.data?.categories ?? [])}
      approve={approveSurchargeRules}
      withdraw={withdrawSurchargeRules}
    />
  );
}

function RulesForm({ state }: { state: State }) {
  const t = useTexts('settings');
  const language = useLanguage();
  const { digits } = useFormats();
  const linesOf = useSurchargeLines(state.categories);
  const { now, earliest, categories } = state;
  const shown = { oncePercent: digits(now.oncePercent), monthlyPercent: digits(now.monthlyPercent) };
  const graceDays = Object.fromEntries(categories.map(({ code }) => [code, now.graceDays[code] ?? 0]));
  const form = useForm(planSurchargeRules, {
    initial: { validFrom: earliest, value: { ...now, ...shown, graceDays }, reason: '' },
    onDone: () => toast('success', t('config.planned')),
  });
  const drafted = (form.values.value || {}) as Partial<SurchargeRules>;
  const after = linesOf(drafted);
  const choices = <T extends string>(list: readonly T[], label: (choice: T) => string) =>
    list.map((value) => ({ value, label: label(value) }));
  return (
    <FormBody form={form} submit={t('config.plan')}>
      <FormSection title={t('config.surcharge.once')}>
        <FieldRow>
          <SelectField
            form={form}
            name="value.onceMode"
            label={t('config.surcharge.onceMode')}
            options={choices(ONCE_MODES, (mode) => t(`config.surcharge.onceModes.${mode}`))}
            required
          />
          {drafted.onceMode === 'percent' ? (
            <TextField
              form={form}
              name="value.oncePercent"
              label={t('config.surcharge.oncePercent')}
              inputMode="decimal"
              required
            />
          ) : null}
          {drafted.onceMode === 'flat' ? (
            <MoneyField
              form={form}
              name="value.onceFlatMinor"
              label={t('config.surcharge.onceFlatMinor')}
              required
            />
          ) : null}
        </FieldRow>
        {drafted.onceMode === 'none' ? null : (
          <FieldRow>
            {drafted.onceMode === 'percent' ? (
              <SelectField
                form={form}
                name="value.onceBasis"
                label={t('config.surcharge.onceBasis')}
                options={choices(BASES, (basis) => t(`config.surcharge.bases.${basis}`))}
                required
              />
            ) : null}
            <WholeField
              form={form}
              name="value.onceAfterDays"
              label={t('config.surcharge.onceAfterDays')}
              unit={t('rules.days')}
              required
            />
          </FieldRow>
        )}
      </FormSection>
      <FormSection title={t('config.surcharge.monthly')}>
        <SelectField
          form={form}
          name="value.monthlyMode"
          label={t('config.surcharge.monthlyMode')}
          options={choices(MONTHLY_MODES, (mode) => t(`config.surcharge.monthlyModes.${mode}`))}
          required
        />
        {drafted.monthlyMode === 'none' ? null : (
          <FieldRow>
            <TextField
              form={form}
              name="value.monthlyPercent"
              label={t('config.surcharge.monthlyPercent')}
              inputMode="decimal"
              required
            />
            <WholeField
              form={form}
              name="value.monthlyAfterDays"
              label={t('config.surcharge.monthlyAfterDays')}
              unit={t('rules.days')}
              required
            />
          </FieldRow>
        )}
      </FormSection>
      <SelectField
        form={form}
        name="value.rounding"
        label={t('config.surcharge.rounding')}
        options={choices(ROUNDINGS, (rounding) => t(`config.surcharge.roundings.${rounding}`))}
        required
      />
      <FormSection title={t('config.surcharge.grace')}>
        <FieldRow>
          {categories.map(({ code, nameEn, nameBn }) => (
            <WholeField
              key={code}
              form={form}
              name={`value.graceDays.${code}` as 'value.rounding'}
              label={language === 'bn' ? nameBn : nameEn}
              unit={t('rules.days')}
            />
          ))}
        </FieldRow>
      </FormSection>
      <DatedFields
        form={form}
        earliest={earliest}
        help={t('config.surcharge.earliest', { day: earliest })}
        before={linesOf(now)}
        after={after}
      />
    </FormBody>
  );
}
