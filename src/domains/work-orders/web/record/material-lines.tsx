/** Materials of the work with what they cost, while they are typed. */
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { isWholeUnit, lineAmount } from '#shared/quantity.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormSection } from '#web/ui/form/form-page.tsx';
import { LinesTotal, QuantityLines, type ShownLine } from '#web/ui/form/lines/quantity-lines.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import type { OrderDetail } from '../../contract.ts';
import { type Part, partsByRate } from '../../parts.rules.ts';
import type { listStock } from '../../store/contract.ts';

/** What the work took before, each part with its rate of then. */
export type Stock = (EndpointAnswer<typeof listStock>['items'][number] & { taken?: readonly Part[] })[];
export type Line = { materialId: string; quantity: string };
/** A form that has labour and materials. */
type CostForm = FormFields<string>;

const linesOf = (form: CostForm) => (form.valueOf('materials') ?? []) as Line[];

/** What is typed, in parts of one rate each; null for what is no quantity, or has no rate. */
function partsOf(stock: Stock, { materialId, quantity }: Line): Part[] | null {
  const { taken = [], rateMinor = null } = stock.find((material) => material.materialId === materialId) ?? {};
  return partsByRate(quantity, taken, rateMinor);
}

function amountOf(stock: Stock, line: Line): number | null {
  const parts = partsOf(stock, line);
  if (!parts) return null;
  return parts.reduce((sum, part) => sum + (lineAmount(part.quantity, part.rateMinor) ?? 0), 0);
}

/** The materials of the store, and those not in use any more that the work took before it was opened again. */
export function withTaken(stock: Stock, used: OrderDetail['used']): Stock {
  const taken = Map.groupBy(used, ({ materialId }) => materialId);
  const kept = stock.map((material) => ({ ...material, taken: taken.get(material.materialId) ?? [] }));
  const known = new Set(stock.map(({ materialId }) => materialId));
  const retired = [...taken].filter(([materialId]) => !known.has(materialId));
  return [
    ...kept,
    ...retired.flatMap(([, lines]) =>
      lines.slice(0, 1).map((line) => ({ ...line, rateMinor: null, ...NOT_KEPT, taken: lines })),
    ),
  ];
}

const NOT_KEPT = { onHand: null, reserved: null, free: null };

/** Poisha of labour and materials as they are typed now; what is no figure yet is not counted. */
export function typedTotal(form: CostForm, stock: Stock): number {
  const labour = form.valueOf('labourMinor');
  const isFigure = typeof labour === 'number' && !Number.isNaN(labour);
  return linesOf(form).reduce((sum, line) => sum + (amountOf(stock, line) ?? 0), isFigure ? labour : 0);
}

/** isPlan: it is seen what is free of the store, because the work will need it. */
type CostFieldsProps = { form: CostForm; stock: Stock; totalLabel: string; isPlan?: true };

export function CostFields({ form, stock, totalLabel, ...plan }: CostFieldsProps) {
  const t = useTexts('work-orders');
  return (
    <>
      <MoneyField form={form} name="labourMinor" label={t('cost.labour')} required />
      <MaterialLines form={form} stock={stock} {...plan} />
      <LinesTotal label={totalLabel} minor={typedTotal(form, stock)} />
    </>
  );
}

function MaterialLines({ form, stock, isPlan }: Omit<CostFieldsProps, 'totalLabel'>) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { money, digits } = useFormats();
  const problem = form.problemOf('materials');
  const show = (line: Line): ShownLine => {
    const material = stock.find(({ materialId }) => materialId === line.materialId);
    const name = material ? nameIn(material.nameEn, material.nameBn) : t('cost.gone');
    const unit = unitIn(material?.unit ?? '');
    // Without a figure yet: the rate of one.
    const isFigure = (lineAmount(line.quantity, 1000) ?? 0) > 0;
    const parts = partsOf(stock, isFigure ? line : { ...line, quantity: '1' });
    const isOne = parts?.length === 1;
    const about = [
      ...(parts ?? []).map(({ quantity, rateMinor }) =>
        isOne
          ? t('cost.rate', { rate: money(rateMinor), unit })
          : t('cost.rate_of_part', { rate: money(rateMinor), quantity: digits(quantity), unit }),
      ),
      ...(parts ? [] : [t('cost.no_rate')]),
      ...(material?.onHand ? [t('cost.on_hand', { quantity: digits(material.onHand), unit })] : []),
      ...(isPlan && material?.free ? [t('cost.free', { quantity: digits(material.free), unit })] : []),
    ].join(' · ');
    const label = t('cost.quantity', { name, unit });
    const isWhole = isWholeUnit(material?.unit ?? '');
    return { name, unit, about, label, isWhole, amountMinor: amountOf(stock, line) };
  };
  return (
    <FormSection title={t('cost.materials')} about={t('cost.materials_help')}>
      <QuantityLines<Line>
        {...{ form, show }}
        name="materials"
        idOf={({ materialId }) => materialId}
        make={(materialId) => ({ materialId, quantity: '1' })}
        isZeroWrong
        add={{
          label: t('cost.add'),
          placeholder: t('cost.choose'),
          error: problem ? errorTextNow(problem.code, problem.params) : null,
          options: stock.map(({ materialId, nameEn, nameBn }) => ({
            value: materialId,
            label: nameIn(nameEn, nameBn),
          })),
        }}
      />
    </FormSection>
  );
}
