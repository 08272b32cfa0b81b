/** The dunning ladder by date: the rules of today, a change, and the changes that were planned. */

import { Checkbox } from '@mantine/core';
import { DatedFields } from '#domains/settings/web/config/dated-fields.tsx';
import { DatedPage } from '#domains/settings/web/config/dated-page.tsx';
import type { Line } from '#domains/settings/web/config/dated-sheet.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { approveLadder, listLadder, planLadder, withdrawLadder } from '../../ladder/contract.ts';
import { type LadderRules, NO_LADDER, STEPS } from '../../ladder/ladder.rules.ts';

type State = EndpointAnswer<typeof listLadder>;
type Categories = State['categories'];

/** Rules as lines, for lists and differences. */
function useLines(categories: Categories): (rules: LadderRules) => Line[] {
  const t = useTexts('collections');
  const language = useLanguage();
  const { money } = useFormats();
  const days = (count: number) => t('rules.days', { count });
  return (rules) => [
    { label: t('rules.on'), value: t(rules.on ? 'rules.switched_on' : 'rules.switched_off') },
    ...STEPS.map((step) => {
      const { on, daysOverdue, leastMinor, waitDays } = rules[step];
      const line = { days: days(daysOverdue), least: money(leastMinor), wait: days(waitDays) };
      return { label: t(`rules.steps.${step}`), value: on ? t('rules.line', line) : t('rules.not_taken') };
    }),
    { label: t('rules.fee'), value: money(rules.reconnectionFeeMinor) },
    {
      label: t('rules.categories'),
      value:
        categories
          .filter(({ code }) => rules.exemptCategories.includes(code))
          .map(({ nameEn, nameBn }) => (language === 'bn' ? nameBn : nameEn))
          .join(', ') || t('rules.none_exempt'),
    },
  ];
}

export function LadderPage() {
  const t = useTexts('collections');
  const found = useAnswer(listLadder);
  return (
    <DatedPage
      found={found}
      title={t('rules.title')}
      about={t('rules.about')}
      planTitle={t('rules.new')}
      form={(state) => <RulesForm state={state} />}
      linesOf={useLines(found.data?.categories ?? [])}
      approve={approveLadder}
      withdraw={withdrawLadder}
    />
  );
}

function RulesForm({ state }: { state: State }) {
  const t = useTexts('collections');
  const settings = useTexts('settings');
  const language = useLanguage();
  const linesOf = useLines(state.categories);
  const { now, today, categories } = state;
  const form = useForm(planLadder, {
    initial: { validFrom: today, value: now, reason: '' },
    onDone: () => toast('success', settings('config.planned')),
  });
  const drafted = { ...NO_LADDER, ...(form.values.value as Partial<LadderRules> | undefined) };
  const exempt = drafted.exemptCategories;
  const after = linesOf(drafted);
  return (
    <FormBody form={form} submit={settings('config.plan')}>
      <CheckField form={form} name="value.on" label={t('rules.on')} />
      {STEPS.map((step) => (
        <FormSection key={step} title={t(`rules.steps.${step}`)}>
          <CheckField form={form} name={`value.${step}.on`} label={t('rules.step_on')} />
          <FieldRow>
            <WholeField
              form={form}
              name={`value.${step}.daysOverdue`}
              label={t('rules.days_overdue')}
              required
            />
            <MoneyField form={form} name={`value.${step}.leastMinor`} label={t('rules.least')} required />
            {step === 'disconnection' ? null : (
              <WholeField form={form} name={`value.${step}.waitDays`} label={t('rules.wait_days')} required />
            )}
          </FieldRow>
          {step === 'disconnection' ? null : (
            <FieldRow>
              <TextField
                form={form}
                name={`value.${step}.textEn`}
                label={t('rules.text_en')}
                help={t('rules.text_help')}
              />
              <TextField form={form} name={`value.${step}.textBn`} label={t('rules.text_bn')} />
            </FieldRow>
          )}
        </FormSection>
      ))}
      <MoneyField
        form={form}
        name="value.reconnectionFeeMinor"
        label={t('rules.fee')}
        help={t('rules.fee_help')}
        required
      />
      <Checkbox.Group
        label={t('rules.categories')}
        description={t('rules.categories_help')}
        value={[...exempt]}
        onChange={(codes) => form.change('value.exemptCategories' as 'value.on', codes)}
      >
        {categories.map(({ code, nameEn, nameBn }) => (
          <Checkbox key={code} value={code} label={language === 'bn' ? nameBn : nameEn} mt={6} />
        ))}
      </Checkbox.Group>
      <DatedFields form={form} earliest={today} before={linesOf(now)} after={after} />
    </FormBody>
  );
}
