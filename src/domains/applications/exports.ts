/** The lists of applications as files. */
import {
  exportColumn as column,
  type Filter,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import type { State } from './application.rules.ts';
import type { listApplicationsDownload, listArchivedDownload } from './contract.ts';
import type { listDraftsDownload } from './intake/contract.ts';
import { draftList } from './intake/queries.ts';
import * as bengali from './names/bn.rules.ts';
import * as english from './names/en.rules.ts';
import type { listNocDownload } from './noc/contract.ts';
import { nocList } from './noc/queries.ts';
import { applicationList, archivedList } from './queries.ts';

const STATE_WORDS: Record<State, Words> = joinNames(english.states, bengali.states);
const DESK_WORDS: Record<string, Words> = {
  rajukSAE: ['Sub-Assistant Engineer', 'উপ-সহকারী প্রকৌশলী'],
  rajukAE: ['Assistant Engineer', 'সহকারী প্রকৌশলী'],
  rajukPM: ['Project Manager', 'প্রকল্প ব্যবস্থাপক'],
  rajukPD: ['Project Director', 'প্রকল্প পরিচালক'],
};

const SURVEY_WORDS = joinNames(english.surveyStates, bengali.surveyStates);

const NUMBER = column('number', 'text', ['Application', 'আবেদন']);
const APPLICANT = column('applicantName', 'text', ['Applicant', 'আবেদনকারী']);
const PHONE: Words = ['Phone', 'ফোন'];
const STAGE: Words = ['Stage', 'ধাপ'];
const PLACE = [
  column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
  column('roadNumber', 'text', ['Road', 'রোড']),
  column('plotNumber', 'text', ['Plot', 'প্লট']),
];
const SUBMITTED = column('submittedAt', 'instant', ['Submitted', 'জমার সময়']);
const NOC = column('nocNumber', 'text', ['NoC number', 'অনাপত্তিপত্র নম্বর']);

const COLUMNS = [
  NUMBER,
  APPLICANT,
  column('applicantPhone', 'text', PHONE),
  ...PLACE,
  SUBMITTED,
  column('state', 'text', STAGE, STATE_WORDS),
  column('stateSince', 'instant', ['Since', 'যে সময় থেকে']),
  column('dueAt', 'instant', ['Due', 'নির্ধারিত সময়']),
  column('assigneeName', 'text', ['Assigned to', 'দায়িত্বপ্রাপ্ত']),
  NOC,
  column('customerNumber', 'text', ['Customer number', 'গ্রাহক নম্বর']),
  column('meterNumber', 'text', ['Meter', 'মিটার']),
  column('demandNoteNumber', 'text', ['Demand note', 'ডিমান্ড নোট']),
  column('totalMinor', 'money', ['Total (Taka)', 'মোট (টাকা)']),
  column('paidMinor', 'money', ['Paid (Taka)', 'পরিশোধ (টাকা)']),
  column('expiresOn', 'day', ['Payable until', 'পরিশোধের শেষ তারিখ']),
  column('pipeSizeMm', 'number', ['Pipe (mm)', 'পাইপ (মিমি)']),
  column('missingDocuments', 'number', ['Missing papers', 'বাকি কাগজ']),
  column('surveyState', 'text', ['Survey', 'জরিপ'], SURVEY_WORDS),
];

const stageFilter = ({ stateId }: { stateId?: State | undefined }): Filter[] =>
  stateId ? [[STAGE, STATE_WORDS[stateId]]] : [];

export const applicationsExport: ListExport<typeof listApplicationsDownload> = {
  name: 'applications',
  title: ['Applications', 'আবেদন তালিকা'],
  list: applicationList,
  filters: stageFilter,
  columns: COLUMNS,
};

export const archivedExport: ListExport<typeof listArchivedDownload> = {
  name: 'archived-applications',
  title: ['Archived applications', 'পুরোনো আবেদন'],
  list: archivedList,
  filters: stageFilter,
  columns: [
    ...COLUMNS,
    column('archivedAt', 'instant', ['Archived', 'সংরক্ষণের সময়']),
    column('archivedBy', 'text', ['Archived by', 'যিনি সংরক্ষণ করেছেন']),
    column('archiveReason', 'text', ['Reason', 'কারণ']),
  ],
};

export const draftsExport: ListExport<typeof listDraftsDownload> = {
  name: 'quick-applications',
  title: ['Quick applications', 'দ্রুত আবেদন'],
  list: draftList,
  columns: [
    column('name', 'text', ['Name', 'নাম']),
    column('phone', 'text', PHONE),
    ...PLACE,
    column('source', 'text', ['Handed in', 'যেভাবে এসেছে'], {
      PORTAL: ['Online', 'অনলাইন'],
      COUNTER: ['Counter', 'কাউন্টার'],
    }),
    column('number', 'text', ['Application', 'আবেদন']),
    column('createdAt', 'instant', ['Created', 'তৈরির সময়']),
    column('savedAt', 'instant', ['Saved', 'সর্বশেষ সংরক্ষণ']),
  ],
};

export const nocExport: ListExport<typeof listNocDownload> = {
  name: 'noc',
  title: ['NoC from RAJUK', 'রাজউকের অনাপত্তি'],
  list: nocList,
  filters: stageFilter,
  columns: [
    NOC,
    NUMBER,
    APPLICANT,
    ...PLACE,
    SUBMITTED,
    column('state', 'text', STAGE, STATE_WORDS),
    column('deskRole', 'text', ['Desk', 'ডেস্ক'], DESK_WORDS),
    column('deskSince', 'instant', ['At the desk since', 'ডেস্কে যে সময় থেকে']),
    column('remarkCount', 'number', ['Remarks', 'মন্তব্য']),
  ],
};
