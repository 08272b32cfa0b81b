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
import { DESK_WORDS } from './names/desks.rules.ts';
import * as english from './names/en.rules.ts';
import type { listNocDownload } from './noc/contract.ts';
import { nocList } from './noc/queries.ts';
import type { NotePayments } from './points.ts';
import { applicationList, archivedList } from './queries.ts';

const STATE_WORDS: Record<State, Words> = joinNames(english.states, bengali.states);
const SURVEY_WORDS = joinNames(english.surveyStates, bengali.surveyStates);

const BY_PROGRAM: Record<string, Words> = {
  system: ['The program, because of its age', 'পুরোনো বলে নিজে থেকে'],
};

export const SURVEY_TYPES: Record<string, Words> = {
  FIXED: ['Fixed materials', 'নির্ধারিত মালামাল'],
  EXTRA: ['Extra materials', 'অতিরিক্ত মালামাল'],
};

const SOURCE_WORDS: Record<string, Words> = {
  PORTAL: ['Online', 'অনলাইন'],
  COUNTER: ['Counter', 'কাউন্টার'],
};

const NUMBER = column('number', 'text', ['Application', 'আবেদন']);
const APPLICANT = column('applicantName', 'text', ['Applicant', 'আবেদনকারী']);
const PHONE: Words = ['Phone', 'ফোন'];
/** By the level of an application's escalation. */
const TOLD_WORDS: Record<string, Words> = {
  0: ['', ''],
  1: ['Those who do it', 'যাঁদের কাজ'],
  2: ['Those who assign work', 'যাঁরা দায়িত্ব দেন'],
  3: ['Administrators', 'প্রশাসক'],
};
const ASSIGNEE: Words = ['Assigned to', 'দায়িত্বপ্রাপ্ত'];
const STAGE: Words = ['Stage', 'ধাপ'];
const PLACE = [
  column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
  column('roadNumber', 'text', ['Road', 'রোড']),
  column('plotNumber', 'text', ['Plot', 'প্লট']),
];
const SUBMITTED = column('submittedAt', 'instant', ['Submitted', 'জমার সময়']);
const NOC = column('nocNumber', 'text', ['NoC number', 'অনাপত্তিপত্র নম্বর']);

/** Of a list's row. */
export const APPLICATION_COLUMNS = [
  NUMBER,
  APPLICANT,
  column('applicantPhone', 'text', PHONE),
  ...PLACE,
  SUBMITTED,
  column('state', 'text', STAGE, STATE_WORDS),
  column('stateSince', 'instant', ['Since', 'যে সময় থেকে']),
  column('dueAt', 'instant', ['Due', 'নির্ধারিত সময়']),
  column('escalation', 'text', ['Told that it is late', 'বিলম্ব জানানো হয়েছে'], TOLD_WORDS),
  column('assigneeName', 'text', ASSIGNEE),
  NOC,
  column('customerNumber', 'text', ['Customer number', 'গ্রাহক নম্বর']),
  column('meterNumber', 'text', ['Meter', 'মিটার']),
  column('dmaNumber', 'text', ['Metered area', 'মিটারভুক্ত এলাকা']),
  column('source', 'text', ['Handed in', 'যেভাবে এসেছে'], SOURCE_WORDS),
  column('demandNoteNumber', 'text', ['Demand note', 'ডিমান্ড নোট']),
  column('totalMinor', 'money', ['Total (Taka)', 'মোট (টাকা)']),
  column('paidMinor', 'money', ['Paid (Taka)', 'পরিশোধ (টাকা)']),
  column('visitOn', 'day', ['Day of the visit', 'পরিদর্শনের দিন']),
  column('expiresOn', 'day', ['Payable until', 'পরিশোধের শেষ তারিখ']),
  column('pipeSizeMm', 'number', ['Pipe (mm)', 'পাইপ (মিমি)']),
  column('missingDocuments', 'number', ['Missing papers', 'বাকি কাগজ']),
  column('surveyState', 'text', ['Survey', 'জরিপ'], SURVEY_WORDS),
  column('surveyType', 'text', ['Kind of survey', 'জরিপের ধরন'], SURVEY_TYPES),
  column('visitedOn', 'day', ['Visited', 'পরিদর্শনের তারিখ']),
  column('distanceM', 'number', ['Distance to the main (m)', 'মূল লাইন থেকে দূরত্ব (মিটার)']),
  column('roadType', 'text', ['Road surface', 'রাস্তার ধরন']),
  column('issuedOn', 'day', ['Note issued', 'ডিমান্ড নোটের তারিখ']),
  column('plumberName', 'text', ['Plumber', 'প্লাম্বার']),
  column('installedOn', 'day', ['Installed', 'স্থাপনের তারিখ']),
  column('openingLitres', 'volume', ['Opening reading (m³)', 'শুরুর রিডিং (ঘনমিটার)']),
  column('sealNumber', 'text', ['Seal', 'সিল নম্বর']),
  column('closedReason', 'text', ['Why it ended', 'শেষ হওয়ার কারণ']),
];

const stageFilter = ({ stateId }: { stateId?: State | undefined }): Filter[] =>
  stateId ? [[STAGE, STATE_WORDS[stateId]]] : [];

export const applicationsExport = (
  receiptOf: NotePayments['receiptOf'],
): ListExport<typeof listApplicationsDownload> => ({
  name: 'applications',
  title: ['Applications', 'আবেদন তালিকা'],
  list: (actor, query) => applicationList(actor, query, receiptOf),
  filters: stageFilter,
  columns: [...APPLICATION_COLUMNS, column('receiptNumber', 'text', ['Receipt', 'রসিদ'])],
});

export const archivedExport: ListExport<typeof listArchivedDownload> = {
  name: 'archived-applications',
  title: ['Archived applications', 'পুরোনো আবেদন'],
  list: archivedList,
  filters: stageFilter,
  columns: [
    ...APPLICATION_COLUMNS,
    column('archivedAt', 'instant', ['Archived', 'সংরক্ষণের সময়']),
    column('originState', 'text', ['Stage before the end', 'শেষ হওয়ার আগের ধাপ'], STATE_WORDS),
    column('archivedBy', 'text', ['Archived by', 'যিনি সংরক্ষণ করেছেন'], BY_PROGRAM),
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
    column('source', 'text', ['Handed in', 'যেভাবে এসেছে'], SOURCE_WORDS),
    column('number', 'text', ['Application', 'আবেদন']),
    column('note', 'text', ['Last note', 'সর্বশেষ নোট']),
    column('notedAt', 'instant', ['Noted', 'নোটের সময়']),
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
    column('applicantPhone', 'text', PHONE),
    ...PLACE,
    SUBMITTED,
    column('state', 'text', STAGE, STATE_WORDS),
    column('deskRole', 'text', ['Desk', 'ডেস্ক'], DESK_WORDS),
    column('deskSince', 'instant', ['At the desk since', 'ডেস্কে যে সময় থেকে']),
    column('remindedAt', 'instant', ['Reminded', 'তাগিদ দেওয়া হয়েছে']),
    column('assigneeName', 'text', ASSIGNEE),
    column('remarkCount', 'number', ['Remarks', 'মন্তব্য']),
    column('lastRemark', 'text', ['Last remark', 'সর্বশেষ মন্তব্য']),
    column('lastRemarkBy', 'text', ['Last remark by', 'যিনি মন্তব্য করেছেন']),
    column('desksApproved', 'number', ['Desks that approved', 'অনুমোদন দেওয়া ডেস্ক']),
    column('authorityDays', 'number', ['Days at RAJUK', 'রাজউকে যতদিন']),
    column('checksMade', 'number', ['Checks made', 'যাচাই হয়েছে']),
    column('checksNeeded', 'number', ['Checks needed', 'যত যাচাই লাগে']),
    column('checksMissing', 'number', ['Of them not handed in', 'এর মধ্যে যত কাগজ জমা হয়নি']),
    column('landAccepted', 'number', ['Land papers accepted', 'গৃহীত জমির কাগজ']),
    column('landWaiting', 'number', ['Land papers not looked at', 'দেখা হয়নি এমন জমির কাগজ']),
    column('landReturned', 'number', ['Land papers returned', 'ফেরত দেওয়া জমির কাগজ']),
    column('landMissing', 'number', ['Land papers missing', 'জমা হয়নি এমন জমির কাগজ']),
  ],
};
