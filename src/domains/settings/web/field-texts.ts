/** Fields of a register and their values in words, for what a file would change. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { useUnit } from './in-language.ts';

const FIELDS = [
  'number',
  'name',
  'nameBn',
  'nameEn',
  'dma',
  'sector',
  'routeOrder',
  'type',
  'unit',
  'rate',
  'effectiveFrom',
  'defaultQuantity',
  'active',
] as const;

export function useFieldTexts() {
  const t = useTexts('settings');
  const unit = useUnit();
  const { day, numberOrText } = useFormats();
  const fieldName = (field: string) => {
    const known = FIELDS.find((name) => name === field);
    return known ? t(`lists.fields.${known}`) : field;
  };
  const fieldValue = (field: string, value: string | null): string => {
    if (value === null || value === '') return t('lists.none');
    if (field === 'effectiveFrom') return day(value);
    if (field === 'type') return t(value === 'FIXED' ? 'materials.fixed_tab' : 'materials.extra_tab');
    if (field === 'active') return t(value === 'true' ? 'materials.active' : 'materials.inactive');
    return field === 'unit' ? unit(value) : numberOrText(value);
  };
  return { fieldName, fieldValue };
}
