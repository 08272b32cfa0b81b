/** One part of an application to read. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { isDay } from '#web/ui/form/is-day.ts';
import { Facts } from '#web/ui/record/record-page.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { BUILDING_KINDS, type PartName } from '../../intake/parts.rules.ts';
import { useCategoryName, useSectors } from '../use-places.ts';

export function PartFacts({
  part,
  application,
}: {
  part: PartName;
  application: Pick<ApplicationDetail, 'parts'>;
}) {
  const t = useTexts('applications');
  const { digits, day, number, phone } = useFormats();
  const categoryName = useCategoryName();
  const sectors = useSectors().data?.items ?? [];
  const { applicant, owner, plumber, building } = application.parts;
  const text = (value: string | null | undefined) => value && digits(value);
  if (part === 'applicant') {
    return (
      <Facts
        facts={[
          { label: t('fields.name'), value: applicant.name },
          { label: t('fields.name_bn'), value: applicant.nameBn },
          { label: t('fields.father'), value: applicant.fatherOrSpouse },
          { label: t('fields.phone'), value: applicant.phone && phone(applicant.phone) },
          { label: t('fields.email'), value: applicant.email },
          // Not there for those who may not see it, or before it is typed.
          ...('nid' in applicant ? [{ label: t('fields.nid'), value: text(applicant.nid) }] : []),
          ...('dateOfBirth' in applicant
            ? [
                {
                  label: t('fields.birth'),
                  // A draft holds what was typed, also if it is no day.
                  value: isDay(applicant.dateOfBirth) ? day(applicant.dateOfBirth) : applicant.dateOfBirth,
                },
              ]
            : []),
          { label: t('fields.address'), value: applicant.address },
          {
            label: t('fields.is_owner'),
            value: t(applicant.isOwner === false ? 'fields.is_tenant' : 'fields.is_owner_yes'),
          },
        ]}
      />
    );
  }
  if (part === 'owner') {
    return (
      <Facts
        facts={[
          { label: t('fields.name'), value: owner.name },
          { label: t('fields.father'), value: owner.fatherOrSpouse },
          { label: t('fields.phone'), value: owner.phone && phone(owner.phone) },
          ...('nid' in owner ? [{ label: t('fields.nid'), value: text(owner.nid) }] : []),
          { label: t('fields.address'), value: owner.address },
        ]}
      />
    );
  }
  if (part === 'plumber') {
    return (
      <Facts
        facts={[
          { label: t('fields.name'), value: plumber.name },
          { label: t('fields.phone'), value: plumber.phone && phone(plumber.phone) },
          { label: t('fields.licence'), value: text(plumber.licenceNumber) },
        ]}
      />
    );
  }
  const sector = sectors.find((sector) => sector.roads.some((road) => road.id === building.roadId));
  const road = sector?.roads.find((road) => road.id === building.roadId);
  const kind = BUILDING_KINDS.find((kind) => kind === building.kind);
  return (
    <Facts
      facts={[
        { label: t('fields.sector'), value: text(sector?.number) },
        { label: t('fields.road'), value: text(road?.number) },
        { label: t('fields.plot'), value: text(building.plotNumber) },
        { label: t('fields.holding'), value: text(building.holdingNumber) },
        { label: t('fields.building_kind'), value: kind && t(`building_kinds.${kind}`) },
        { label: t('fields.floors'), value: building.floors && number(building.floors) },
        { label: t('fields.flats'), value: building.flats && number(building.flats) },
        { label: t('fields.category'), value: categoryName(building.category) },
        {
          label: t('fields.pipe'),
          value: building.pipeSizeMm && t('words.mm', { count: building.pipeSizeMm }),
        },
        {
          label: t('fields.sewer'),
          value:
            building.sewer === null || building.sewer === undefined
              ? null
              : t(building.sewer ? 'fields.yes' : 'fields.no'),
        },
      ]}
    />
  );
}
