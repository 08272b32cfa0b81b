/** A change of VAT: rates, who bears none, from when, why; what it means is calculated before it is planned. */

import { Checkbox } from '@mantine/core';
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { type listVat, planVat } from '../../settings/contract.ts';
import type { VatRates } from '../../settings/vat.rules.ts';
import style from './settings.module.css';
import { useVatLines } from './vat-lines.ts';
import { VatPreview } from './vat-preview.tsx';

type State = EndpointAnswer<typeof listVat>;
const PERCENTS = ['waterPercent', 'fixedPercent', 'minimumPercent', 'sewerPercent'] as const;

export function VatForm({ state }: { state: State }) {
  const t = useTexts('settings');
  const linesOf = useVatLines(state.categories);
  const { digits } = useFormats();
  const { now, earliest } = state;
  const shown = Object.fromEntries(PERCENTS.map((field) => [field, digits(now[field])]));
  const form = useForm(planVat, {
    initial: { validFrom: earliest, value: { ...now, ...shown }, reason: '' },
    onDone: () => toast('success', t('config.planned')),
  });
  const drafted = (form.values.value || {}) as Partial<VatRates>;
  const after = linesOf(drafted);
  return (
    <FormBody form={form} submit={t('config.plan')}>
      <FieldRow>
        {PERCENTS.map((field) => (
          <TextField
            key={field}
            form={form}
            name={`value.${field}`}
            label={t(`config.vat.${field}`)}
            inputMode="decimal"
            required
          />
        ))}
      </FieldRow>
      <Exempt form={form as unknown as FormFields<string>} categories={state.categories} />
      <DatedFields
        form={form}
        earliest={earliest}
        help={t('config.vat.earliest', { day: earliest })}
        before={linesOf(now)}
        after={after}
      />
      {form.isChanged ? <p className={style.quiet}>{t('config.vat.preview_first')}</p> : null}
      <VatPreview validFrom={form.valueOf('validFrom')} value={drafted} />
    </FormBody>
  );
}

type ExemptProps = { form: FormFields<string>; categories: State['categories'] };

function Exempt({ form, categories }: ExemptProps) {
  const t = useTexts('settings');
  const language = useLanguage();
  const chosen = (form.valueOf('value.exemptCategories') ?? []) as string[];
  return (
    <Checkbox.Group
      label={t('config.vat.exempt')}
      value={chosen}
      onChange={(codes) => form.change('value.exemptCategories', codes)}
    >
      <div className={style.exempt}>
        {categories.map(({ code, nameEn, nameBn }) => (
          <Checkbox key={code} value={code} label={language === 'bn' ? nameBn : nameEn} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
