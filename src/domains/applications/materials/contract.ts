/** What the surveys need: each survey with its materials, and each material over these surveys. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { LIST_SORTS } from '../contract.ts';
import { surveySchema } from '../detail.schema.ts';
import { applicationItem } from '../item.schema.ts';
import { listFilters } from '../list-filters.schema.ts';

/** Also by the day of the visit. */
const SURVEY_SORTS = [...LIST_SORTS, 'visitedOn'] as const;

export const listSurveyMaterials = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/survey/materials',
  summary:
    'Applications with a survey and its materials, at the rates that hold for it; with the sum of all of them',
  access: { permission: 'applications:view' },
  query: paging(SURVEY_SORTS, listFilters),
  output: listOf(
    applicationItem.extend({
      materials: surveySchema.shape.materials,
      /** Null for a survey without materials. */
      materialsMinor: minorSchema.nullable(),
    }),
  ).extend({
    /** Of all pages. */
    sums: z.object({ materialsMinor: minorSchema }),
  }),
});

const SUM_SORTS = ['-amountMinor', 'nameEn', 'nameBn', 'surveys', 'unit'] as const;

export const listMaterialSums = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/survey/materials/sum',
  summary:
    'Each material of these surveys: its quantity, in how many surveys, its sum; search is for its name',
  access: { permission: 'applications:view' },
  query: paging(SUM_SORTS, listFilters),
  output: listOf(
    z.object({
      id: z.uuid(),
      nameEn: z.string(),
      nameBn: z.string(),
      type: z.enum(['FIXED', 'EXTRA']),
      unit: z.string(),
      quantity: z.string(),
      /** How many surveys need it. */
      surveys: z.int(),
      /** Null if it has no rate yet. */
      amountMinor: minorSchema.nullable(),
    }),
  ).extend({ sums: z.object({ amountMinor: minorSchema }) }),
});

export const listSurveyMaterialsDownload = exportOf(listSurveyMaterials);
export const listMaterialSumsDownload = exportOf(listMaterialSums);
