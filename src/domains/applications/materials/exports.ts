/** What surveys need, as files: a row for each survey, and a row for each material. */
import {
  exportColumn as column,
  type Filter,
  filterOf,
  type ListExport,
} from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import { APPLICATION_COLUMNS, SURVEY_TYPES } from '../exports.ts';
import type { Filters } from '../list-conditions.ts';
import * as bengali from '../names/bn.rules.ts';
import * as english from '../names/en.rules.ts';
import { UNIT_WORDS } from '../names/units.rules.ts';
import type { listMaterialSumsDownload, listSurveyMaterialsDownload } from './contract.ts';
import { materialSumList, surveyMaterialList } from './queries.ts';

const surveyFilter = ({ survey, surveyType }: Filters): Filter[] => [
  ...filterOf(['Survey', 'জরিপ'], joinNames(english.surveyStates, bengali.surveyStates), survey),
  ...filterOf(['Kind of survey', 'জরিপের ধরন'], SURVEY_TYPES, surveyType),
];

export const surveyMaterialsExport: ListExport<typeof listSurveyMaterialsDownload> = {
  name: 'survey-materials',
  title: ['Materials of surveys', 'জরিপের মালামাল'],
  list: surveyMaterialList,
  filters: surveyFilter,
  columns: [
    ...APPLICATION_COLUMNS,
    column('materialsText', 'text', ['Materials', 'মালামাল']),
    column('materialsMinor', 'money', ['Materials (Taka)', 'মালামাল (টাকা)']),
  ],
};

export const materialSumsExport: ListExport<typeof listMaterialSumsDownload> = {
  name: 'survey-materials-by-material',
  title: ['Materials of surveys, by material', 'জরিপের মালামালের যোগফল'],
  list: materialSumList,
  filters: surveyFilter,
  columns: [
    column('name', 'text', ['Material', 'মালামাল']),
    column('unit', 'text', ['Unit', 'একক'], UNIT_WORDS),
    column('quantity', 'number', ['Quantity', 'পরিমাণ']),
    column('surveys', 'number', ['Surveys', 'জরিপ']),
    column('amountMinor', 'money', ['Sum (Taka)', 'মোট (টাকা)']),
  ],
};
