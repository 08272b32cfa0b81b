import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { CheckField, DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  createMaterial,
  type Material,
  type MaterialType,
  updateMaterial,
} from '../../materials/contract.ts';
import { useNameIn } from '../in-language.ts';

type MaterialDialogProps = { type: MaterialType; material: Material | null; close: () => void };

export function MaterialDialog({ type, material, close }: MaterialDialogProps) {
  const t = useTexts('settings');
  const nameIn = useNameIn();
  const known: object = material ? { id: material.id } : { type };
  const form = useForm(material ? updateMaterial : createMaterial, {
    initial: {
      nameEn: material?.nameEn,
      nameBn: material?.nameBn,
      unit: material?.unit,
      defaultQuantity: material?.defaultQuantity ?? '1',
      active: material?.active ?? true,
      position: material?.position ?? 0,
    },
    version: material?.version,
    extra: known,
    onDone: () => {
      close();
      return toast('success', t(material ? 'materials.updated' : 'materials.added'));
    },
  });
  const title = material
    ? t('materials.edit', { name: nameIn(material.nameEn, material.nameBn) })
    : t('materials.add');
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('materials.save')} cancel={close}>
        <TextField form={form} name="nameEn" label={t('materials.name_en')} required autoFocus />
        <TextField form={form} name="nameBn" label={t('materials.name_bn')} required />
        <FieldRow>
          <TextField
            form={form}
            name="unit"
            label={t('materials.unit')}
            help={t('materials.unit_help')}
            required
          />
          <TextField
            form={form}
            name="defaultQuantity"
            label={t('materials.quantity')}
            help={t('materials.quantity_help')}
            inputMode="decimal"
          />
        </FieldRow>
        {material ? null : (
          <FieldRow>
            <MoneyField
              form={form}
              name="rateMinor"
              label={t('materials.rate_per_unit')}
              help={t('materials.rate_help')}
              required
            />
            <DayField
              form={form}
              name="effectiveFrom"
              label={t('materials.effective_from')}
              help={t('materials.effective_from_help')}
            />
          </FieldRow>
        )}
        <CheckField
          form={form}
          name="active"
          label={t('materials.active')}
          help={t('materials.active_help')}
        />
      </FormBody>
    </FormDialog>
  );
}
