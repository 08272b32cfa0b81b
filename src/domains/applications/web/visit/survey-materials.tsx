/** The materials of a survey: the fixed ones, and extras if the site needs them. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Material } from '#domains/settings/materials/contract.ts';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormSection } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { isQuantity } from '../../survey/quantity.rules.ts';
import style from '../record/record.module.css';

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
  const common = useTexts('common');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { money, amount } = useFormats();
  const lines = (form.valueOf('materials') ?? []) as Line[];
  const problem = form.problemOf('materials');
  // Not when it is left, and not when all is sent: the total beside it counts without a wrong line.
  const wrongAtOnce: FormFields<string> = {
    ...form,
    problemOf: (path) => form.problemOf(path) ?? wrongQuantity(path, String(form.valueOf(path) ?? '')),
  };
  const rest = materials.filter((material) => !lines.some((line) => line.materialId === material.id));
  const options = (type: Material['type']) =>
    rest
      .filter((material) => material.type === type)
      .map((material) => ({ value: material.id, label: nameIn(material.nameEn, material.nameBn) }));
  const add = (id: string) => {
    const material = materials.find((material) => material.id === id);
    if (material)
      form.change('materials', [...lines, { materialId: id, quantity: material.defaultQuantity }]);
  };
  return (
    <FormSection title={t('survey.materials')} about={t('survey.materials_help')}>
      <div>
        {lines.map((line, index) => {
          const material = materials.find((material) => material.id === line.materialId);
          const name = material ? nameIn(material.nameEn, material.nameBn) : line.materialId;
          const unit = unitIn(material?.unit ?? '');
          const sum = amountOf(line);
          const rate = rateOf(line.materialId);
          return (
            <div key={line.materialId} className={style.material}>
              <div>
                {name}{' '}
                {material?.type === 'EXTRA' ? <StateChip tone="amber">{t('survey.extra')}</StateChip> : null}
                <span className={style.soft}>
                  {rate === null ? t('survey.no_rate') : t('survey.rate', { rate: money(rate), unit })}
                </span>
              </div>
              <div className={style.quantity}>
                <TextField
                  form={wrongAtOnce}
                  name={`materials.${index}.quantity`}
                  label={t('survey.quantity', { name, unit })}
                  inputMode="decimal"
                />
                <span aria-hidden="true">{unit}</span>
              </div>
              <span className={style.materialAmount}>{sum === null ? '—' : `৳${amount(sum)}`}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`${common('actions.remove')}: ${name}`}
                onClick={() =>
                  form.change(
                    'materials',
                    lines.filter((other) => other !== line),
                  )
                }
              >
                <IconTrash size={17} />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      <NativeSelect
        id={`${form.id}-materials`}
        label={t('survey.add')}
        value=""
        error={problem ? t('survey.check_materials') : null}
        onChange={(event) => add(event.currentTarget.value)}
        data={[
          { value: '', label: t('survey.choose') },
          { group: t('survey.types.FIXED'), items: options('FIXED') },
          { group: t('survey.types.EXTRA'), items: options('EXTRA') },
        ]}
      />
    </FormSection>
  );
}

/** A point without its decimals yet is no mistake while it is typed. */
function wrongQuantity(path: string, text: string) {
  const isRight = isQuantity(text) || isQuantity(text.replace(/\.$/, ''));
  return isRight ? undefined : { path, code: text.trim() ? 'common.number_invalid' : 'common.required' };
}
