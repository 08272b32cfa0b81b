/** Fees by day: what counts today, what is set for later, and a form that sets others from a day on. */
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type Difference, Differences } from '#domains/settings/web/differences.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { type getApplicationSettings, setApplicationFees } from '../../settings/contract.ts';
import type { Fees } from '../../settings/settings.rules.ts';
import style from './settings.module.css';

type State = EndpointAnswer<typeof getApplicationSettings>;
type DraftFees = {
  applicationFeeMinor?: unknown;
  vatPercent?: unknown;
  connectionFees?: readonly { pipeSizeMm?: unknown; amountMinor?: unknown }[];
};

/** The fees as lines: for the list and for what a change means. */
function useFeeLines() {
  const t = useTexts('settings');
  const { money, digits } = useFormats();
  const written = (minor: unknown) => (typeof minor === 'number' && !Number.isNaN(minor) ? money(minor) : '');
  return (fees: DraftFees | Fees): { label: string; value: string }[] => [
    { label: t('rules.applications.application_fee'), value: written(fees.applicationFeeMinor) },
    ...(fees.connectionFees ?? [])
      .filter(({ pipeSizeMm }) => typeof pipeSizeMm === 'number' && !Number.isNaN(pipeSizeMm))
      .toSorted((a, b) => Number(a.pipeSizeMm) - Number(b.pipeSizeMm))
      .map(({ pipeSizeMm, amountMinor }) => ({
        label: t('rules.applications.connection_fee', { size: Number(pipeSizeMm) }),
        value: written(amountMinor),
      })),
    { label: t('rules.applications.vat'), value: digits(`${String(fees.vatPercent ?? '')} %`) },
  ];
}

function differencesOf(
  before: readonly { label: string; value: string }[],
  after: readonly { label: string; value: string }[],
): Difference[] {
  const labels = [...new Set([...before, ...after].map(({ label }) => label))];
  const valueIn = (lines: typeof before, label: string) =>
    lines.find((line) => line.label === label)?.value ?? '';
  return labels.map((label) => ({ label, before: valueIn(before, label), after: valueIn(after, label) }));
}

export function FeesSheet({ state }: { state: State }) {
  const t = useTexts('settings');
  const linesOf = useFeeLines();
  const { settings, fees, today } = state;
  const later = settings.feeVersions.filter((version) => version.effectiveFrom > today);
  const past = settings.feeVersions.filter((version) => version.effectiveFrom <= today);
  return (
    <Sheet title={t('rules.applications.fees')}>
      <p className={style.quiet}>{t('rules.applications.fees_about')}</p>
      <section className={style.version}>
        <h3>{t('rules.applications.fees_now')}</h3>
        <Facts facts={linesOf(fees)} />
        {fees.connectionFees.length === 0 ? (
          <p className={style.quiet}>{t('rules.applications.no_connection_fees')}</p>
        ) : null}
      </section>
      {[...later, ...past.slice(0, -1).toReversed()].map((version) => (
        <section key={version.effectiveFrom} className={style.version}>
          <h3>{t('rules.applications.fees_from', { day: version.effectiveFrom })}</h3>
          <Facts facts={linesOf(version)} />
        </section>
      ))}
      <FeesForm state={state} />
    </Sheet>
  );
}

function FeesForm({ state }: { state: State }) {
  const t = useTexts('settings');
  const linesOf = useFeeLines();
  const { fees, version, today } = state;
  const form = useForm(setApplicationFees, {
    initial: { ...fees, effectiveFrom: today },
    version,
    readNow: (now) => (now as State).fees,
    onDone: () => toast('success', t('rules.applications.fees_saved')),
  });
  const draft: DraftFees = {
    applicationFeeMinor: form.valueOf('applicationFeeMinor'),
    vatPercent: form.valueOf('vatPercent'),
    connectionFees: (form.valueOf('connectionFees') ?? []) as NonNullable<DraftFees['connectionFees']>,
  };
  return (
    <FormBody form={form} submit={t('rules.applications.set_fees')}>
      <FieldRow>
        <MoneyField
          form={form}
          name="applicationFeeMinor"
          label={t('rules.applications.application_fee')}
          required
        />
        <TextField
          form={form}
          name="vatPercent"
          label={`${t('rules.applications.vat')} (%)`}
          inputMode="decimal"
          required
        />
      </FieldRow>
      <SizeRows form={form as unknown as FormFields<string>} />
      <DayField
        form={form}
        name="effectiveFrom"
        label={t('rules.applications.from')}
        help={t('rules.applications.from_help')}
        earliest={today}
        required
      />
      <Differences rows={differencesOf(linesOf(fees), linesOf(draft))} />
    </FormBody>
  );
}

function SizeRows({ form }: { form: FormFields<string> }) {
  const t = useTexts('settings');
  const linesOf = useFeeLines();
  const rows = (form.valueOf('connectionFees') ?? []) as object[];
  const change = (next: object[]) => form.change('connectionFees', next);
  form.describe?.('connectionFees', {
    label: t('rules.applications.size'),
    write: (sizes) =>
      linesOf({ connectionFees: sizes as NonNullable<DraftFees['connectionFees']> })
        .slice(1, -1)
        .map(({ label, value }) => `${label}: ${value}`)
        .join('\n'),
  });
  return (
    <div className={style.sizes}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing of its own before it is filled in
        <div key={index} className={style.size}>
          <WholeField
            form={form}
            name={`connectionFees.${index}.pipeSizeMm`}
            label={t('rules.applications.size')}
            unit="mm"
            required
          />
          <MoneyField
            form={form}
            name={`connectionFees.${index}.amountMinor`}
            label={t('rules.applications.fee')}
            required
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('rules.applications.remove_size')}
            onClick={() => change(rows.filter((other) => other !== row))}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => change([...rows, {}])}>
          {t('rules.applications.add_size')}
        </Button>
      </div>
      {rows.length > 0 ? <p className={style.quiet}>{t('rules.applications.largest')}</p> : null}
    </div>
  );
}
