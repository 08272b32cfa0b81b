/** The survey's form: what it begins with, and what of it is sent. Pure. */

import type { Material } from '#domains/settings/materials/contract.ts';
import { isQuantity, lineAmount } from '#shared/quantity.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { PIPE_SIZES_MM } from '../../intake/parts.rules.ts';
import { type Unusual, unusualOf } from '../../settings/unusual-amounts.rules.ts';
import type { Line } from './survey-materials.tsx';

/** All materials in use; a survey begins with the fixed ones in their usual quantity. */
export const ALL_MATERIALS = { active: true, limit: 200 } as const;

export type Values = Record<string, unknown>;
type Kept = ApplicationDetail['survey'];

/** What of a survey is typed: whether somebody else changed it is seen by this. */
export function contentOf(survey: Kept) {
  if (!survey) return null;
  const { visitedOn, distanceM, roadType, pipeSizeMm, latitude, longitude, note } = survey;
  const materials = survey.materials.map(({ materialId, quantity }) => ({ materialId, quantity }));
  return { visitedOn, distanceM, roadType, pipeSizeMm, latitude, longitude, note, materials };
}

/** A survey begins with the fixed materials in their usual quantity. */
export function startOf(
  { survey, pipeSizeMm }: ApplicationDetail,
  materials: readonly Material[],
  day: string,
) {
  const kept = contentOf(survey);
  const usual: Line[] = materials
    .filter((material) => material.type === 'FIXED')
    .map((material) => ({ materialId: material.id, quantity: material.defaultQuantity }));
  return {
    visitedOn: kept?.visitedOn ?? day,
    distanceM: kept?.distanceM ?? '',
    roadType: kept?.roadType ?? '',
    pipeSizeMm: PIPE_SIZES_MM.find((size) => size === (kept?.pipeSizeMm ?? pipeSizeMm)),
    latitude: kept?.latitude ?? '',
    longitude: kept?.longitude ?? '',
    note: kept?.note ?? '',
    materials: kept?.materials ?? usual,
  };
}

/** Half-typed figures are not sent: the server keeps numbers only. */
export function sendable(values: Values): Values {
  const isNumber = (value: unknown) => isQuantity(String(value ?? ''));
  const lines = (values.materials ?? []) as Line[];
  return {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)),
    ...(isNumber(values.distanceM) ? {} : { distanceM: undefined }),
    materials: lines.filter((line) => isNumber(line.quantity)),
  };
}

export const typeOf = (lines: readonly Line[], materials: readonly Material[]): 'FIXED' | 'EXTRA' =>
  lines.some((line) => materials.find((material) => material.id === line.materialId)?.type === 'EXTRA')
    ? 'EXTRA'
    : 'FIXED';

/** Of the visit's day if a line was kept already; of today for one that was just added. */
export function rateOf(materialId: string, { survey }: ApplicationDetail, materials: readonly Material[]) {
  return (
    survey?.materials.find((line) => line.materialId === materialId)?.rateMinor ??
    materials.find((material) => material.id === materialId)?.rateMinor ??
    null
  );
}

/** Poisha of what is typed; null if there is no rate, or if the quantity is none. */
export function amountOf(line: Line, application: ApplicationDetail, materials: readonly Material[]) {
  const rate = rateOf(line.materialId, application, materials);
  return rate === null ? null : lineAmount(line.quantity, rate);
}

export const totalOf = (
  lines: readonly Line[],
  application: ApplicationDetail,
  materials: readonly Material[],
): number => lines.reduce((sum, line) => sum + (amountOf(line, application, materials) ?? 0), 0);

/** What is beyond the usual; nothing if the page does not know what is usual. */
export function unusualIn(
  values: Values,
  { usualDistanceM, usualQuantity }: Pick<ApplicationDetail, 'usualDistanceM' | 'usualQuantity'>,
  materials: readonly Material[],
): Unusual[] {
  if (!usualDistanceM || !usualQuantity) return [];
  const lines = ((values.materials ?? []) as Line[]).map(({ materialId, quantity }) => ({
    unit: materials.find(({ id }) => id === materialId)?.unit ?? '',
    quantity,
  }));
  const survey = { distanceM: String(values.distanceM ?? ''), materials: lines };
  return unusualOf(survey, { usualDistanceM, usualQuantity });
}
