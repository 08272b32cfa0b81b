/** Codes that entries hold, in both languages. A code that is not here is shown as it is stored. */
import * as bengali from '#domains/applications/names/bn.rules.ts';
import * as english from '#domains/applications/names/en.rules.ts';
import { joinNames, type Name, plainWords } from '#shared/words.ts';

/** Codes that several domains use, each for something of its own: one word fits all. */
const COMMON: Record<string, Name> = {
  ACTIVE: ['Active', 'সক্রিয়'],
  APPLICATION_SURVEY: ['Demand note', 'ডিমান্ড নোট'],
  APPROVED: ['Approved', 'অনুমোদিত'],
  ARCHIVED: ['Archived', 'সংরক্ষিত'],
  BILLED: ['Billed', 'বিল হয়েছে'],
  CANCELED: ['Canceled', 'বাতিল'],
  CANCELLED: ['Cancelled', 'বাতিল'],
  CASH: ['Cash', 'নগদ'],
  CLOSED: ['Closed', 'বন্ধ'],
  DECLINED: ['Declined', 'প্রত্যাখ্যাত'],
  DRAFT: ['Draft', 'খসড়া'],
  EXPIRED: ['Expired', 'মেয়াদ শেষ'],
  EXTRA: ['Extra', 'অতিরিক্ত'],
  FIXED: ['Fixed', 'নির্ধারিত'],
  GATEWAY: ['Online', 'অনলাইন'],
  HOLD: ['On hold', 'স্থগিত'],
  INVOICE: ['Bill', 'বিল'],
  MOBILE: ['Phone', 'মোবাইল'],
  OPEN: ['Open', 'খোলা'],
  PENDING: ['Pending', 'অপেক্ষমাণ'],
  PAID_OUT: ['Paid out', 'টাকা দেওয়া হয়েছে'],
  POS: ['Card (POS)', 'কার্ড (পিওএস)'],
  POSTED: ['Posted', 'পোস্ট হয়েছে'],
  PROCESSING: ['Being processed', 'প্রক্রিয়াধীন'],
  REQUESTED: ['Asked for', 'চাওয়া হয়েছে'],
  REFUSED: ['Refused', 'প্রত্যাখ্যাত'],
  REJECTED: ['Rejected', 'প্রত্যাখ্যাত'],
  RETURNED: ['Came back', 'ফিরে এসেছে'],
  REVERSED: ['Reversed', 'উল্টানো'],
  REVIEW: ['In review', 'পর্যালোচনায়'],
  SUBMITTED: ['Submitted', 'জমা দেওয়া'],
  SUSPENDED: ['Suspended', 'সাময়িক বন্ধ'],
  WITHDRAWN: ['Withdrawn', 'প্রত্যাহৃত'],
  WORK_ORDER_SURVEY: ['Work order', 'কার্যাদেশ'],
  accept: ['Accept', 'গ্রহণ'],
  active: ['Active', 'সক্রিয়'],
  admin: ['Administrator', 'প্রশাসক'],
  approve: ['Approve', 'অনুমোদন'],
  'approve-survey': ['Approve the survey', 'জরিপ অনুমোদন'],
  assign: ['Assign', 'দায়িত্ব দেওয়া'],
  attach: ['Attach a document', 'নথি যোগ'],
  bn: ['Bengali', 'বাংলা'],
  'confirm-installation': ['Confirm the installation', 'স্থাপন নিশ্চিত'],
  consumer: ['Consumer', 'গ্রাহক'],
  dark: ['Dark', 'গাঢ়'],
  deleted: ['Deleted', 'মুছে ফেলা'],
  disabled: ['Disabled', 'নিষ্ক্রিয়'],
  edit: ['Edit', 'সম্পাদনা'],
  en: ['English', 'ইংরেজি'],
  hold: ['Put on hold', 'স্থগিত রাখা'],
  inactive: ['Inactive', 'নিষ্ক্রিয়'],
  install: ['Install', 'স্থাপন'],
  letter: ['Connection letter', 'সংযোগপত্র'],
  light: ['Light', 'হালকা'],
  'noc-approve': ['Approve the NOC', 'এনওসি অনুমোদন'],
  'noc-reject': ['Reject the NOC', 'এনওসি প্রত্যাখ্যান'],
  'noc-return': ['Send the NOC back', 'এনওসি ফেরত'],
  pay: ['Pay', 'পরিশোধ'],
  recorrection: ['Send back for correction', 'সংশোধনের জন্য ফেরত'],
  reject: ['Reject', 'প্রত্যাখ্যান'],
  residential: ['Residential', 'আবাসিক'],
  resume: ['Resume', 'আবার চালু'],
  submit: ['Submit', 'জমা'],
  survey: ['Survey', 'জরিপ'],
  suspend: ['Suspend', 'সাময়িক বন্ধ'],
  system: ['As the device', 'যন্ত্র অনুযায়ী'],
  withdraw: ['Withdraw', 'প্রত্যাহার'],
};

/** What only one kind of record is in has the word that the screen has for it. */
const VALUES: Record<string, Name> = { ...joinNames(english.states, bengali.states), ...COMMON };

/** Fields whose texts are codes; `name` may well be `Admin`. */
const CODED =
  /(?:^|\.)(?:state|status|action|type|method|source|role|language|theme|category|kind|overlay|survey|refundState|secretIs|desk|result)$/;
const CODE = /^(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)*|[a-z][a-z\d]*(?:[-_][a-z\d]+)*)$/;

/** The words of a code, or undefined if the field's text is its own. */
export function valueWords(field: string, value: string): Name | undefined {
  if (!CODED.test(field) || !CODE.test(value)) return undefined;
  const plain = plainWords(value);
  const written = plain.charAt(0).toUpperCase() + plain.slice(1);
  return VALUES[value] ?? [written, written];
}
