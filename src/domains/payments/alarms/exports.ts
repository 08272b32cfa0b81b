/** Alarms about money as a file. */
import {
  exportColumn as column,
  type Filter,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import type { AlarmKind, AlarmSolution, AlarmState } from './alarm.rules.ts';
import type { listAlarmsDownload } from './contract.ts';
import { alarmList } from './queries.ts';

const KIND: Words = ['What is wrong', 'কী সমস্যা'];
const STATE: Words = ['State', 'অবস্থা'];
const OWNER: Words = ['Looked at by', 'যিনি দেখছেন'];
const KINDS: Record<AlarmKind, Words> = {
  SIGNATURE: ['A message without the signature of the bank', 'ব্যাংকের স্বাক্ষর ছাড়া একটি বার্তা'],
  ORDER: ['The bank names an order that is not ours', 'ব্যাংক এমন অর্ডারের কথা বলছে যা আমাদের নয়'],
  AMOUNT: ['The bank took another amount', 'ব্যাংক অন্য পরিমাণ টাকা নিয়েছে'],
  CURRENCY: ['The bank took another currency', 'ব্যাংক অন্য মুদ্রায় নিয়েছে'],
  MERCHANT: ['The money went to another merchant', 'টাকা অন্য প্রতিষ্ঠানের হিসাবে গেছে'],
  UNDECIDED: ['The bank has not decided after all questions', 'বারবার জিজ্ঞেস করেও ব্যাংক সিদ্ধান্ত জানায়নি'],
  AFTER_REVERSAL: ['The bank says paid, but the payment is not', 'ব্যাংক বলছে পরিশোধিত, কিন্তু পেমেন্টটি তা নয়'],
  FILE_THEIRS: ['The bank’s file has it, the books do not', 'ব্যাংকের ফাইলে আছে, হিসাবে নেই'],
  FILE_OURS: ['The books have it, the bank’s file does not', 'হিসাবে আছে, ব্যাংকের ফাইলে নেই'],
  FILE_AMOUNT: ['The bank’s file has another amount', 'ব্যাংকের ফাইলে অন্য পরিমাণ'],
  FILE_TWICE: ['The bank’s file has it twice', 'ব্যাংকের ফাইলে দুবার পরিশোধিত'],
  FILE_REVERSED: ['The bank’s file has it taken back', 'ব্যাংকের ফাইলে টাকা ফেরত নেওয়া'],
  HELD: ['The gateway holds the money as risky', 'গেটওয়ে টাকাটি ঝুঁকিপূর্ণ বলে আটকে রেখেছে'],
};
const STATES: Record<AlarmState, Words> = {
  OPEN: ['Nobody’s', 'কেউ নেননি'],
  TAKEN: ['Taken', 'দেখা হচ্ছে'],
  SOLVED: ['Solved', 'নিষ্পন্ন'],
};
const SOLUTIONS: Record<AlarmSolution, Words> = {
  BOOKED: ['Booked as it came', 'যা এসেছে তা জমা'],
  SENT_BACK: ['Goes back', 'ফেরত যাবে'],
  NO_MONEY: ['Two people agree: no money came', 'দুজন একমত: কোনো টাকা আসেনি'],
  CAME_RIGHT: ['The bank corrected it', 'ব্যাংক ঠিক করেছে'],
  NOTED: ['No money behind it', 'কোনো টাকা আসেনি'],
};

export const alarmsExport: ListExport<typeof listAlarmsDownload> = {
  name: 'alarms',
  title: ['Alarms about money', 'টাকার সতর্কবার্তা'],
  list: alarmList,
  filters: ({ state, kind, owner }) => [
    ...filterOf(STATE, STATES, state),
    ...filterOf(KIND, KINDS, kind),
    ...(owner ? [[OWNER, ['Me', 'আমি']] as Filter] : []),
  ],
  columns: [
    column('kind', 'text', KIND, KINDS),
    column('state', 'text', STATE, STATES),
    column('raisedAt', 'instant', ['Since', 'কবে থেকে']),
    column('owner', 'text', OWNER),
    column('payerName', 'text', ['Payer', 'পরিশোধকারী']),
    column('targetNumber', 'text', ['Connection or application', 'সংযোগ বা আবেদন']),
    column('orderId', 'text', ['Order', 'অর্ডার']),
    column('orderedMinor', 'money', ['Ordered (Taka)', 'অর্ডারের টাকা (টাকা)']),
    column('bankMinor', 'money', ['Bank took (Taka)', 'ব্যাংক নিয়েছে (টাকা)']),
    column('bookedMinor', 'money', ['Booked (Taka)', 'জমা হয়েছে (টাকা)']),
    column('solution', 'text', ['How it ended', 'যেভাবে নিষ্পন্ন'], SOLUTIONS),
    column('remark', 'text', ['Remark', 'মন্তব্য']),
    column('solvedBy', 'text', ['Solved by', 'যিনি নিষ্পন্ন করেছেন']),
    column('solvedAt', 'instant', ['Solved at', 'নিষ্পন্নের সময়']),
  ],
};
