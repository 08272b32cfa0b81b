/** Drafts a tariff version, from nothing or from another one, or changes a draft. */
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { z } from 'zod';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePathParam, useUrlQuery } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { CheckField, DayField, RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormPage, FormSection } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import {
  createTariff,
  editTariff,
  getTariff,
  type TariffDetail,
  type tariffBody,
} from '../../tariffs/contract.ts';
import { MINIMUM_MODES, MINIMUM_PERIODS, WATER_MODES } from '../../tariffs/tariff.rules.ts';
import { useCategoryOptions } from './categories.ts';
import style from './tariffs.module.css';

type Body = z.input<typeof tariffBody>;
type TariffForm = Form<Body>;
type Part = { form: TariffForm };

/** The form's start: what another version says, or the usual for an unknown one. */
function startOf(tariff: TariffDetail | undefined): Body {
  if (!tariff) {
    return {
      category: '',
      name: '',
      effectiveFrom: '',
      waterMode: 'blocks',
      unitLitres: '1000',
      blocks: [{ from: '0', to: null, rate: '' }],
      pipeSizes: [],
      roundOffTo: '1',
      minimumMode: 'none',
      minimumPer: 'bill',
      minimumWhenUnused: true,
      prorateFixed: true,
      prorateMinimum: true,
      prorateBlocks: true,
    };
  }
  const { id: _id, can: _can, state: _state, version: _version, ...body } = tariff;
  return { ...body, orderNumber: body.orderNumber ?? '' } as Body;
}

/** What a copy does not take over: it is another decision. */
const COPIED_BLANK = { effectiveFrom: '', orderNumber: '', source: '' };

/** A block begins at the end of the one before: only the ends are typed. */
function joined(form: TariffForm): TariffForm {
  return {
    ...form,
    change(name, value) {
      form.change(name, value);
      const end = /^blocks\.(\d+)\.to$/.exec(name);
      if (end) form.change(`blocks.${Number(end[1]) + 1}.from` as `blocks.${number}.from`, value);
    },
  };
}

type Row = { from?: unknown; to?: unknown; rate?: unknown };
type PipeRow = { pipeSizeMm?: unknown; flatAmount?: unknown; fixedAmount?: unknown; minimumAmount?: unknown };

function BlockFields({ form: given }: Part) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const form = joined(given);
  const blocks = (form.valueOf('blocks') ?? []) as Row[];
  given.describe?.('blocks', {
    label: t('tariffs.section_water'),
    write: (rows) =>
      (rows as Row[])
        .map(({ from, to, rate }) => digits(`${from} – ${to ?? t('tariffs.to_open')}: ৳${rate}`))
        .join('\n'),
  });
  const add = () => {
    const end = String(blocks.at(-1)?.from ?? '0');
    const before = blocks.slice(0, -1);
    const last = { ...blocks.at(-1), from: end, to: '' };
    given.change('blocks', [...before, last, { from: '', to: null, rate: '' }]);
  };
  const remove = (index: number) => {
    const left = blocks.filter((_, place) => place !== index);
    const rows = left.map((row, place) => ({
      ...row,
      from: place === 0 ? '0' : left[place - 1]?.to,
      ...(place === left.length - 1 ? { to: null } : {}),
    }));
    given.change('blocks', rows);
  };
  return (
    <div className={style.rows}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block has no identity but its place
        <div key={index} className={style.row}>
          <div className={style.bound}>{digits(String(block.from ?? ''))} –</div>
          {index === blocks.length - 1 ? (
            <div className={style.bound}>{t('tariffs.to_open')}</div>
          ) : (
            <TextField form={form} name={`blocks.${index}.to`} label={t('tariffs.block_to')} required />
          )}
          <TextField form={form} name={`blocks.${index}.rate`} label={t('tariffs.rate')} required />
          {blocks.length > 1 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('tariffs.remove_block', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          {t('tariffs.add_block')}
        </Button>
      </div>
    </div>
  );
}

function PipeFields({ form }: Part) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const sizes = (form.valueOf('pipeSizes') ?? []) as PipeRow[];
  form.describe?.('pipeSizes', {
    label: t('tariffs.pipe_size'),
    write: (rows) =>
      (rows as PipeRow[])
        .map(({ pipeSizeMm, flatAmount, fixedAmount, minimumAmount }) =>
          digits(`${pipeSizeMm}: ৳${flatAmount} · ৳${fixedAmount} · ৳${minimumAmount}`),
        )
        .join('\n'),
  });
  const add = () =>
    form.change('pipeSizes', [...sizes, { flatAmount: '0', fixedAmount: '0', minimumAmount: '0' }]);
  const remove = (index: number) =>
    form.change(
      'pipeSizes',
      sizes.filter((_, place) => place !== index),
    );
  return (
    <div className={style.rows}>
      {sizes.map((size, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the form has no identity but its place
        <div key={index} className={`${style.row} ${style.pipeRow}`}>
          <WholeField
            form={form}
            name={`pipeSizes.${index}.pipeSizeMm`}
            label={t('tariffs.pipe_size')}
            required
          />
          <TextField form={form} name={`pipeSizes.${index}.flatAmount`} label={t('tariffs.pipe_flat')} />
          <TextField form={form} name={`pipeSizes.${index}.fixedAmount`} label={t('tariffs.pipe_fixed')} />
          <TextField
            form={form}
            name={`pipeSizes.${index}.minimumAmount`}
            label={t('tariffs.pipe_minimum')}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('tariffs.remove_pipe', { size: String(size.pipeSizeMm ?? '') })}
            onClick={() => remove(index)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          {t('tariffs.add_pipe')}
        </Button>
      </div>
    </div>
  );
}

function Basis({ form }: Part) {
  const t = useTexts('billing');
  return (
    <FormSection title={t('tariffs.section_basis')}>
      <TextField form={form} name="name" label={t('tariffs.name')} required maxLength={120} />
      <FieldRow>
        <SelectField
          form={form}
          name="category"
          label={t('tariffs.category')}
          options={useCategoryOptions()}
          required
        />
        <DayField
          form={form}
          name="effectiveFrom"
          label={t('tariffs.effective')}
          help={t('tariffs.effective_help')}
          required
        />
      </FieldRow>
      <LongTextField form={form} name="source" label={t('tariffs.source')} help={t('tariffs.source_help')} />
      <TextField form={form} name="orderNumber" label={t('tariffs.order_number')} />
    </FormSection>
  );
}

function Water({ form }: Part) {
  const t = useTexts('billing');
  const isFlat = form.valueOf('waterMode') === 'flat';
  return (
    <FormSection title={t('tariffs.section_water')}>
      <RadioField
        form={form}
        name="waterMode"
        label={t('tariffs.mode')}
        options={WATER_MODES.map((mode) => ({ value: mode, label: t(`tariffs.modes.${mode}`) }))}
      />
      {isFlat ? (
        <TextField form={form} name="flatAmount" label={`${t('tariffs.flat')} (৳)`} />
      ) : (
        <BlockFields form={form} />
      )}
      <TextField
        form={form}
        name="unitLitres"
        label={t('tariffs.unit_litres')}
        help={t('tariffs.unit_help')}
      />
    </FormSection>
  );
}

function FixedAndMinimum({ form }: Part) {
  const t = useTexts('billing');
  const hasMinimum = form.valueOf('minimumMode') !== 'none';
  return (
    <FormSection title={t('tariffs.section_fixed')}>
      <TextField form={form} name="fixedAmount" label={`${t('tariffs.fixed')} (৳)`} />
      <RadioField
        form={form}
        name="minimumMode"
        label={t('tariffs.minimum_mode')}
        options={MINIMUM_MODES.map((mode) => ({ value: mode, label: t(`tariffs.minimum_modes.${mode}`) }))}
      />
      {hasMinimum ? (
        <>
          <FieldRow>
            <TextField form={form} name="minimumAmount" label={`${t('tariffs.minimum')} (৳)`} />
            <SelectField
              form={form}
              name="minimumPer"
              label={t('tariffs.minimum_per')}
              options={MINIMUM_PERIODS.map((per) => ({
                value: per,
                label: t(`tariffs.minimum_periods.${per}`),
              }))}
            />
          </FieldRow>
          <CheckField form={form} name="minimumWhenUnused" label={t('tariffs.minimum_when_unused')} />
        </>
      ) : null}
      <PipeFields form={form} />
    </FormSection>
  );
}

function SewerAndVat({ form }: Part) {
  const t = useTexts('billing');
  return (
    <FormSection title={t('tariffs.section_more')}>
      <TextField form={form} name="sewerPercent" label={t('tariffs.sewer_percent')} />
      <CheckField form={form} name="sewerOnFixed" label={t('tariffs.sewer_on_fixed')} />
      <FieldRow>
        <TextField form={form} name="vatWaterPercent" label={t('tariffs.vat_water')} />
        <TextField form={form} name="vatSewerPercent" label={t('tariffs.vat_sewer')} />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="vatFixedPercent" label={t('tariffs.vat_fixed')} />
        <TextField form={form} name="vatMinimumPercent" label={t('tariffs.vat_minimum')} />
      </FieldRow>
      <TextField
        form={form}
        name="roundOffTo"
        label={t('tariffs.round_off')}
        help={t('tariffs.round_off_help')}
      />
    </FormSection>
  );
}

function MonthsAndFlats({ form }: Part) {
  const t = useTexts('billing');
  return (
    <FormSection title={t('tariffs.section_rules')}>
      <CheckField form={form} name="prorateFixed" label={t('tariffs.prorate_fixed')} />
      <CheckField form={form} name="prorateMinimum" label={t('tariffs.prorate_minimum')} />
      <CheckField form={form} name="prorateBlocks" label={t('tariffs.prorate_blocks')} />
      <CheckField form={form} name="perDwellingFixed" label={t('tariffs.per_dwelling_fixed')} />
      <CheckField form={form} name="perDwellingMinimum" label={t('tariffs.per_dwelling_minimum')} />
      <CheckField form={form} name="perDwellingBlocks" label={t('tariffs.per_dwelling_blocks')} />
    </FormSection>
  );
}

function Editor({ tariff, isNew }: { tariff?: TariffDetail | undefined; isNew: boolean }) {
  const t = useTexts('billing');
  const go = useGo();
  const place: object = tariff && !isNew ? { params: { id: tariff.id } } : {};
  const form = useForm(isNew ? createTariff : editTariff, {
    initial: isNew && tariff ? { ...startOf(tariff), ...COPIED_BLANK } : startOf(tariff),
    input: place,
    version: isNew ? undefined : tariff?.version,
    onDone: (saved) => {
      void toast('success', t('tariffs.saved'));
      return go(`/configuration/billing/${saved.id}`);
    },
  }) as TariffForm;
  return (
    <FormPage
      form={form}
      title={isNew ? t('tariffs.editor_new') : t('tariffs.editor_edit', { name: tariff?.name ?? '' })}
      about={t('tariffs.editor_about')}
      submit={t('tariffs.save')}
      cancel={() => go(tariff ? `/configuration/billing/${tariff.id}` : '/configuration/billing')}
    >
      <Basis form={form} />
      <Water form={form} />
      <FixedAndMinimum form={form} />
      <SewerAndVat form={form} />
      <MonthsAndFlats form={form} />
    </FormPage>
  );
}

function Loaded({ id, isNew }: { id: string; isNew: boolean }) {
  const { data, error, refetch } = useAnswer(getTariff, { params: { id } });
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  return data ? <Editor tariff={data} isNew={isNew} /> : <RecordSkeleton />;
}

export function NewTariff() {
  const { from } = useUrlQuery();
  return from ? <Loaded id={from} isNew /> : <Editor isNew />;
}

export function EditTariff() {
  return <Loaded id={usePathParam()} isNew={false} />;
}
