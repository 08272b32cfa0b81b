/** What of applications a phone keeps until it has a network. */
import type { Way } from '#web/outbox/way.ts';

export const SURVEY_SAVE = 'applications.survey-save';
export const SURVEY_SUBMIT = 'applications.survey-submit';
export const SURVEY_PHOTO = 'applications.survey-photo';

export const ways: readonly Way[] = [
  {
    name: SURVEY_SAVE,
    title: { en: 'Survey, not submitted yet', bn: 'জরিপ, এখনো জমা দেওয়া হয়নি' },
    endpoint: async () => (await import('../survey/contract.ts')).saveSurvey,
  },
  {
    name: SURVEY_SUBMIT,
    title: { en: 'Submission of a survey', bn: 'জরিপ জমা দেওয়া' },
    endpoint: async () => (await import('../survey/contract.ts')).submitSurvey,
  },
  {
    name: SURVEY_PHOTO,
    title: { en: 'Photo of a survey', bn: 'জরিপের ছবি' },
    endpoint: async () => (await import('../intake/contract.ts')).editDocument,
  },
];
