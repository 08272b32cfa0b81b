/** The limits of one check, for all or for a category, with what saving changes. */
import { Differences } from '#domains/settings/web/differences.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { CHECK_EFFECTS, type CheckEffect, LIMITS } from '../../checks/check.rules.ts';
import { type ReadingCheck, setReadingCheck } from '../../checks/contract.ts';
import { FLAGS, type Flag } from '../../readings/contract.ts';
import { useCategories, useCategoryLabel, useLimitText } from './limit-text.ts';

type CheckDialogProps = {
  /** Null: limits of a category that has none of its own for the check yet. */
  check: ReadingCheck | null;
  all: readonly ReadingCheck[];
  close: () => void;
};

export function CheckDialog({ check, all, close }: CheckDialogProps) {
  const t = useTexts('settings');
  const words = useTexts('meters');
  const categories = useCategories();
  const categoryLabel = useCategoryLabel();
  const limitText = useLimitText();
  const form = useForm(setReadingCheck, {
    initial: check ?? { code: 'HIGH', category: '', ...limitsOf(all, 'HIGH') },
    extra: { changedAt: check?.changedAt ?? null },
    onDone: () => {
      close();
      return toast('success', t('rules.saved'));
    },
  });
  const code = (form.valueOf('code') ?? 'HIGH') as Flag;
  const limits = LIMITS[code];
  const general = all.find((rule) => rule.code === code && rule.category === '*');
  const before = check ?? general;
  const effect = form.valueOf('effect') as CheckEffect;
  const typed = {
    code,
    factor: (form.valueOf('factor') ?? null) as string | null,
    litres: (form.valueOf('litres') ?? null) as number | null,
    readings: (form.valueOf('readings') ?? null) as number | null,
  };
  const setCode = (next: string) =>
    form.setValues({ ...form.values, code: next as Flag, ...limitsOf(all, next) });
  return (
    <FormDialog
      title={check ? `${words(`flags.${code}`)} · ${categoryLabel(check.category)}` : t('rules.checks.add')}
      close={close}
    >
      <FormBody form={form} submit={t('rules.save')} cancel={close}>
        {check ? null : (
          <>
            <SelectField
              form={form}
              name="category"
              label={t('rules.checks.category')}
              options={categories}
              required
            />
            <SelectField
              form={{ ...form, change: (_, value) => setCode(String(value ?? 'HIGH')) }}
              name="code"
              label={t('rules.checks.check')}
              options={FLAGS.map((value) => ({ value, label: words(`flags.${value}`) }))}
              required
            />
          </>
        )}
        <RadioField
          form={form}
          name="effect"
          label={t('rules.checks.effect')}
          required
          options={CHECK_EFFECTS.map((value) => ({ value, label: t(`rules.checks.effects.${value}`) }))}
        />
        {limits.includes('factor') && code in FACTORS ? (
          <TextField
            form={form}
            name="factor"
            label={t(`rules.checks.factor.${code as keyof typeof FACTORS}`)}
            inputMode="decimal"
            required
          />
        ) : null}
        {limits.includes('litres') ? (
          <VolumeField form={form} name="litres" label={t('rules.checks.litres')} required />
        ) : null}
        {limits.includes('readings') ? (
          <WholeField form={form} name="readings" label={t('rules.checks.readings')} required />
        ) : null}
        {before ? (
          <Differences
            rows={[
              {
                label: t('rules.checks.effect'),
                before: t(`rules.checks.effects.${before.effect}`),
                after: effect ? t(`rules.checks.effects.${effect}`) : '',
              },
              { label: t('rules.checks.limits'), before: limitText(before), after: limitText(typed) },
            ]}
          />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}

/** Checks whose factor has words of its own. */
const FACTORS = {
  HIGH: true,
  VERY_HIGH: true,
  LOW: true,
  GAP: true,
  ROLL_OVER: true,
  TOO_FAST: true,
  FAR_AWAY: true,
} as const;

/** A category's limits begin as those for all. */
function limitsOf(all: readonly ReadingCheck[], code: string) {
  const found = all.find((check) => check.code === code && check.category === '*');
  const { effect = 'REVIEW' as const, factor = null, litres = null, readings = null } = found ?? {};
  return { effect, factor, litres, readings };
}
