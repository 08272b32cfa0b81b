/** The materials of a survey: the fixed ones, and extras if the site needs them. */
import type { Material } from '#domains/settings/materials/contract.ts';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { isWholeUnit } from '#shared/quantity.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormSection } from '#web/ui/form/form-page.tsx';
import { QuantityLines, type ShownLine } from '#web/ui/form/lines/quantity-lines.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { StateChip } from '#web/ui/state-chip.tsx';

export type Line = { materialId: string; quantity: string };

type SurveyMaterialsProps = {
  form: FormFields<string>;
  materials: readonly Material[];
  /** Poisha for one unit; null if there is no rate. */
  rateOf: (materialId: string) => number | null;
  /** Poisha of what is typed now; null if there is no rate, or if the quantity is none. */
  amountOf: (line: Line) => number | null;
};

export function SurveyMaterials({ form, materials, rateOf, amountOf }: SurveyMaterialsProps) {
  const t = useTexts('applications');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { money } = useFormats();
  const problem = form.problemOf('materials');
  const materialOf = (id: string) => materials.find((material) => material.id === id);
  const options = (type: Material['type']) =>
    materials
      .filter((material) => material.type === type)
      .map((material) => ({ value: material.id, label: nameIn(material.nameEn, material.nameBn) }));
  const make = (id: string) => {
    const material = materialOf(id);
    return material && { materialId: id, quantity: material.defaultQuantity };
  };
  const show = (line: Line): ShownLine => {
    const material = materialOf(line.materialId);
    const name = material ? nameIn(material.nameEn, material.nameBn) : line.materialId;
    const unit = unitIn(material?.unit ?? '');
    const rate = rateOf(line.materialId);
    return {
      ...{ name, unit, label: t('survey.quantity', { name, unit }), amountMinor: amountOf(line) },
      isWhole: isWholeUnit(material?.unit ?? ''),
      mark: material?.type === 'EXTRA' ? <StateChip tone="amber">{t('survey.extra')}</StateChip> : null,
      about: rate === null ? t('survey.no_rate') : t('survey.rate', { rate: money(rate), unit }),
    };
  };
  return (
    <FormSection title={t('survey.materials')} about={t('survey.materials_help')}>
      <QuantityLines<Line>
        {...{ form, make, show }}
        name="materials"
        isZeroWrong
        idOf={({ materialId }) => materialId}
        add={{
          label: t('survey.add'),
          placeholder: t('survey.choose'),
          error: problem ? t('survey.check_materials') : null,
          options: [
            { group: t('survey.types.FIXED'), items: options('FIXED') },
            { group: t('survey.types.EXTRA'), items: options('EXTRA') },
          ],
        }}
      />
    </FormSection>
  );
}
