/** Materials of the work with what they cost, while they are typed. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { isQuantity, lineAmount } from '#domains/applications/survey/quantity.rules.ts';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormSection } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import type { listStock } from '../../steps/contract.ts';
import style from '../work-orders.module.css';

export type Stock = EndpointAnswer<typeof listStock>['items'];
export type Line = { materialId: string; quantity: string };
/** A form that has labour and materials. */
type CostForm = FormFields<string>;

const linesOf = (form: CostForm) => (form.valueOf('materials') ?? []) as Line[];

function amountOf(stock: Stock, { materialId, quantity }: Line): number | null {
  const rate = stock.find((material) => material.materialId === materialId)?.rateMinor ?? null;
  return rate === null ? null : lineAmount(quantity, rate);
}

/** Poisha of labour and materials as they are typed now; what is no figure yet is not counted. */
export function typedTotal(form: CostForm, stock: Stock): number {
  const labour = form.valueOf('labourMinor');
  const isFigure = typeof labour === 'number' && !Number.isNaN(labour);
  return linesOf(form).reduce((sum, line) => sum + (amountOf(stock, line) ?? 0), isFigure ? labour : 0);
}

/** A point without its decimals yet is no mistake while it is typed. */
function wrongQuantity(path: string, text: string) {
  const isRight = (isQuantity(text) || isQuantity(text.replace(/\.$/, ''))) && Number(text) !== 0;
  return isRight ? undefined : { path, code: text.trim() ? 'common.number_invalid' : 'common.required' };
}

type CostFieldsProps = { form: CostForm; stock: Stock; totalLabel: string };

export function CostFields({ form, stock, totalLabel }: CostFieldsProps) {
  const t = useTexts('work-orders');
  const { money } = useFormats();
  return (
    <>
      <MoneyField form={form} name="labourMinor" label={t('cost.labour')} required />
      <MaterialLines form={form} stock={stock} />
      <div className={style.total} role="status">
        <span>{totalLabel}</span>
        <span className={style.sum}>{money(typedTotal(form, stock))}</span>
      </div>
    </>
  );
}

function MaterialLines({ form, stock }: Omit<CostFieldsProps, 'totalLabel'>) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const lines = linesOf(form);
  const problem = form.problemOf('materials');
  const rest = stock.filter(({ materialId }) => !lines.some((line) => line.materialId === materialId));
  const change = (next: Line[]) => form.change('materials', next);
  return (
    <FormSection title={t('cost.materials')} about={t('cost.materials_help')}>
      <div>
        {lines.map((line, index) => (
          <MaterialRow
            key={line.materialId}
            form={form}
            stock={stock}
            line={line}
            index={index}
            remove={() => change(lines.filter((other) => other !== line))}
          />
        ))}
      </div>
      <NativeSelect
        id={`${form.id}-materials`}
        label={t('cost.add')}
        value=""
        error={problem ? errorTextNow(problem.code, problem.params) : null}
        onChange={(event) => {
          const materialId = event.currentTarget.value;
          if (materialId) change([...lines, { materialId, quantity: '1' }]);
        }}
        data={[
          { value: '', label: t('cost.choose') },
          ...rest.map(({ materialId, nameEn, nameBn }) => ({
            value: materialId,
            label: nameIn(nameEn, nameBn),
          })),
        ]}
      />
    </FormSection>
  );
}

type MaterialRowProps = { form: CostForm; stock: Stock; line: Line; index: number; remove: () => void };

function MaterialRow({ form, stock, line, index, remove }: MaterialRowProps) {
  const t = useTexts('work-orders');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { money, amount, digits } = useFormats();
  const material = stock.find(({ materialId }) => materialId === line.materialId);
  const name = material ? nameIn(material.nameEn, material.nameBn) : t('cost.gone');
  const unit = unitIn(material?.unit ?? '');
  const rate = material?.rateMinor ?? null;
  const sum = amountOf(stock, line);
  const about = [
    rate === null ? t('cost.no_rate') : t('cost.rate', { rate: money(rate), unit }),
    ...(material?.onHand ? [t('cost.on_hand', { quantity: digits(material.onHand), unit })] : []),
  ].join(' · ');
  // Not when it is left, and not when all is sent: the total counts without a wrong line.
  const wrongAtOnce: CostForm = {
    ...form,
    problemOf: (path) => form.problemOf(path) ?? wrongQuantity(path, String(form.valueOf(path) ?? '')),
  };
  return (
    <div className={style.material}>
      <div>
        {name}
        <span className={style.soft}>{about}</span>
      </div>
      <div className={style.quantity}>
        <TextField
          form={wrongAtOnce}
          name={`materials.${index}.quantity`}
          label={t('cost.quantity', { name, unit })}
          inputMode="decimal"
        />
        <span aria-hidden="true">{unit}</span>
      </div>
      <span className={style.amount}>{sum === null ? '—' : `৳${amount(sum)}`}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`${common('actions.remove')}: ${name}`}
        onClick={remove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  );
}
