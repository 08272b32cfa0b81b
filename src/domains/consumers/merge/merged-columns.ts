import { type Sql, sql } from '#platform/database/db.ts';
import type { MergedField } from './contract.ts';

export const COLUMNS: Record<MergedField, Sql> = {
  name: sql`name`,
  nameBn: sql`name_bn`,
  phone: sql`phone`,
  email: sql`email`,
  nid: sql`nid`,
  dateOfBirth: sql`date_of_birth`,
  address: sql`address`,
};
