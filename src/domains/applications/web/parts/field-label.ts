/** What the fields of the parts are called. */
import type { PartField } from '../../intake/parts.rules.ts';

export const FIELD_LABELS = {
  name: 'fields.name',
  nameBn: 'fields.name_bn',
  fatherOrSpouse: 'fields.father',
  phone: 'fields.phone',
  email: 'fields.email',
  nid: 'fields.nid',
  dateOfBirth: 'fields.birth',
  address: 'fields.address',
  isOwner: 'fields.is_owner',
  licenceNumber: 'fields.licence',
  roadId: 'fields.road',
  plotNumber: 'fields.plot',
  holdingNumber: 'fields.holding',
  kind: 'fields.building_kind',
  floors: 'fields.floors',
  flats: 'fields.flats',
  category: 'fields.category',
  pipeSizeMm: 'fields.pipe',
  sewer: 'fields.sewer',
} as const satisfies Record<PartField, string>;
