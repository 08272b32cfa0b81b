/** The fields of one part, for the draft and for changing a submitted application. */

import { Children, isValidElement, type ReactNode } from 'react';
import { addDays } from '#shared/dates.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import type { Choice } from '#web/ui/form/choice.ts';
import { CheckField, DayField, RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { BUILDING_KINDS, type PartName, PIPE_SIZES_MM } from '../../intake/parts.rules.ts';
import { useCategoryChoices, useRoadChoices, useSectorChoices, useSectors } from '../use-places.ts';

type Fields = FormFields<string>;
type PartFieldsProps = {
  part: PartName;
  form: Fields;
  prefix: string;
  /** The names of the fields that are offered; all of them if it is left out. */
  only?: readonly string[] | undefined;
};

/** Those of the fields that are offered; a row of which none is goes. */
function Offered({ only, children }: Pick<PartFieldsProps, 'only'> & { children: ReactNode }): ReactNode {
  if (!only) return children;
  return Children.map(children, (child) => {
    if (!isValidElement<{ name?: string; children?: ReactNode }>(child)) return child;
    const { name, children: row } = child.props;
    if (child.type !== FieldRow) return name === undefined || only.includes(name) ? child : null;
    const left = Children.toArray(row).filter(
      (field) => isValidElement<{ name: string }>(field) && only.includes(field.props.name),
    );
    return left.length > 0 ? <FieldRow>{left}</FieldRow> : null;
  });
}

/** Choice fields have texts; these names stand for flags and numbers. */
function asChoice(form: Fields, name: string, read: (text: string) => unknown): Fields {
  return {
    ...form,
    valueOf: (asked) => {
      const value = form.valueOf(asked);
      return asked === name && value !== undefined && value !== null ? String(value) : value;
    },
    change: (asked, value) =>
      form.change(asked, asked === name && value !== undefined ? read(String(value)) : value),
  };
}

export function PartFields({ part, form, prefix, only }: PartFieldsProps) {
  const fields = { form, prefix, only };
  if (part === 'applicant') return <ApplicantFields {...fields} />;
  if (part === 'owner') return <OwnerFields {...fields} />;
  if (part === 'plumber') return <PlumberFields {...fields} />;
  return <BuildingFields {...fields} />;
}

type Part = Omit<PartFieldsProps, 'part'>;

function ApplicantFields({ form, prefix, only }: Part) {
  const t = useTexts('applications');
  return (
    <Offered only={only}>
      <TextField
        form={form}
        name={`${prefix}name`}
        label={t('fields.name')}
        help={t('fields.name_help')}
        required
      />
      <TextField form={form} name={`${prefix}nameBn`} label={t('fields.name_bn')} />
      <TextField form={form} name={`${prefix}fatherOrSpouse`} label={t('fields.father')} />
      <FieldRow>
        <PhoneField form={form} name={`${prefix}phone`} label={t('fields.phone')} required />
        <TextField
          form={form}
          name={`${prefix}email`}
          label={t('fields.email')}
          type="email"
          inputMode="email"
        />
      </FieldRow>
      <FieldRow>
        <TextField
          form={form}
          name={`${prefix}nid`}
          label={t('fields.nid')}
          help={t('fields.nid_help')}
          inputMode="numeric"
          required
        />
        <DayField
          form={form}
          name={`${prefix}dateOfBirth`}
          label={t('fields.birth')}
          latest={addDays(today(), -1)}
          isBirth
        />
      </FieldRow>
      <LongTextField form={form} name={`${prefix}address`} label={t('fields.address')} required />
      <RadioField
        form={asChoice(form, `${prefix}isOwner`, (text) => text === 'true')}
        name={`${prefix}isOwner`}
        label={t('fields.is_owner')}
        required
        options={[
          { value: 'true', label: t('fields.is_owner_yes') },
          { value: 'false', label: t('fields.is_tenant') },
        ]}
      />
    </Offered>
  );
}

function OwnerFields({ form, prefix, only }: Part) {
  const t = useTexts('applications');
  return (
    <Offered only={only}>
      <TextField form={form} name={`${prefix}name`} label={t('fields.name')} required />
      <TextField form={form} name={`${prefix}fatherOrSpouse`} label={t('fields.father')} />
      <FieldRow>
        <PhoneField form={form} name={`${prefix}phone`} label={t('fields.phone')} required />
        <TextField form={form} name={`${prefix}nid`} label={t('fields.nid')} inputMode="numeric" required />
      </FieldRow>
      <LongTextField form={form} name={`${prefix}address`} label={t('fields.address')} required />
    </Offered>
  );
}

function PlumberFields({ form, prefix, only }: Part) {
  const t = useTexts('applications');
  return (
    <Offered only={only}>
      <TextField form={form} name={`${prefix}name`} label={t('fields.name')} />
      <FieldRow>
        <PhoneField form={form} name={`${prefix}phone`} label={t('fields.phone')} />
        <TextField form={form} name={`${prefix}licenceNumber`} label={t('fields.licence')} />
      </FieldRow>
    </Offered>
  );
}

function usePipeChoices(): Choice[] {
  const t = useTexts('applications');
  return PIPE_SIZES_MM.map((size) => ({ value: String(size), label: t('words.mm', { count: size }) }));
}

function BuildingFields({ form, prefix, only }: Part) {
  const t = useTexts('applications');
  const sectors = useSectors();
  const roadId = form.valueOf(`${prefix}roadId`);
  const ofRoad = sectors.data?.items.find((sector) => sector.roads.some((road) => road.id === roadId))?.id;
  const sectorId = String(form.valueOf(`${prefix}sectorId`) ?? ofRoad ?? '');
  const withSector: Fields = {
    ...form,
    valueOf: (name) => (name === `${prefix}sectorId` ? sectorId : form.valueOf(name)),
    change: (name, value) => {
      form.change(name, value);
      // A road belongs to its sector.
      if (name === `${prefix}sectorId`) form.change(`${prefix}roadId`, null);
    },
  };
  const sectorChoices = useSectorChoices();
  const roads = useRoadChoices(sectorId);
  return (
    <Offered only={only}>
      <FieldRow>
        <SelectField
          form={withSector}
          name={`${prefix}sectorId`}
          label={t('fields.sector')}
          options={sectorChoices}
          isLoading={sectors.isPending}
          required
        />
        <SelectField
          form={form}
          name={`${prefix}roadId`}
          label={t('fields.road')}
          options={roads}
          placeholder={sectorId ? t('fields.choose_road') : t('fields.sector_first')}
          required
        />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name={`${prefix}plotNumber`} label={t('fields.plot')} required />
        <TextField form={form} name={`${prefix}holdingNumber`} label={t('fields.holding')} />
      </FieldRow>
      <SelectField
        form={form}
        name={`${prefix}kind`}
        label={t('fields.building_kind')}
        options={BUILDING_KINDS.map((kind) => ({ value: kind, label: t(`building_kinds.${kind}`) }))}
        required
      />
      <FieldRow>
        <WholeField form={form} name={`${prefix}floors`} label={t('fields.floors')} required />
        <WholeField form={form} name={`${prefix}flats`} label={t('fields.flats')} required />
      </FieldRow>
      <SelectField
        form={form}
        name={`${prefix}category`}
        label={t('fields.category')}
        help={t('fields.category_help')}
        options={useCategoryChoices()}
        required
      />
      <SelectField
        form={asChoice(form, `${prefix}pipeSizeMm`, Number)}
        name={`${prefix}pipeSizeMm`}
        label={t('fields.pipe')}
        help={t('fields.pipe_help')}
        options={usePipeChoices()}
        required
      />
      <CheckField form={form} name={`${prefix}sewer`} label={t('fields.sewer_want')} />
    </Offered>
  );
}
