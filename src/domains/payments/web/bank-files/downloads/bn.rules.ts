/** ব্যাংক প্রতিবেদনের ডাউনলোড: কর্মীদের পর্দার লেখা। */
import type { Translation } from '#web/texts/texts.ts';
import type {
  bankDownloads as en,
  bankDownloadErrors as enErrors,
  bankDownloadNotices as enNotices,
} from './en.rules.ts';

export const bankDownloads: Translation<typeof en> = {
  title: 'ব্যাংক প্রতিবেদনের ডাউনলোড',
  about: 'ব্যাংক প্রতিবেদনের যত ফাইল নামানো হয়েছে, প্রতিটি তখন যেমন ছিল।',
  search: 'নিষ্পত্তি ফাইল, SHA-256',
  empty: 'এখনো কেউ নামাননি',
  empty_help: 'কেউ ব্যাংক প্রতিবেদন নামালে ফাইলটি এখানে রাখা হবে।',
  file: 'ফাইল',
  of_file: 'নিষ্পত্তি ফাইল',
  period: 'সময়কাল',
  made_by: 'যিনি নামিয়েছেন',
  made_at: 'নামানোর সময়',
  sha256: 'SHA-256',
  state: 'অবস্থা',
  states: {
    KEPT: 'সংরক্ষিত',
    DAMAGED: 'পরে বদলে গেছে',
    MISSING: 'পাওয়া যায়নি',
    BROKEN: 'মাঝপথে থেমেছে',
    MAKING: 'তৈরি হচ্ছে',
  },
  narrowed: 'শুধু যা আছে',
  size: 'আকার',
  checked_at: 'শেষবার পড়া',
  again: 'আবার নামান',
  compare: 'দুটি মেলান',
  compare_previous: 'আগেরটির সঙ্গে মেলান',
  choose_two: 'পুরো তৈরি হয়েছে এমন ঠিক দুটি ফাইল বাছুন।',
  compare_title: 'দুটি ডাউনলোড মেলানো',
  compare_about: 'যে অর্ডারগুলো দুই ফাইলে এক রকম নয়।',
  compare_nothing: 'মেলাতে দুটি ডাউনলোড লাগবে।',
  alone: 'মেলানোর মতো আরেকটি ফাইল নেই',
  narrowed_differently: 'দুটি ফাইল আলাদা শর্তে নামানো হয়েছিল; শুধু সে কারণেও অর্ডার যোগ হতে বা বাদ যেতে পারে।',
  side_one: '{{count, number}}টি সারি · ব্যাংকে {{taka}} · {{what}}',
  side_other: '{{count, number}}টি সারি · ব্যাংকে {{taka}} · {{what}}',
  whole: 'পুরো প্রতিবেদন',
  choose_file: 'ফাইল বাছুন',
  search_order: 'অর্ডার, ব্যাংকের রেফারেন্স',
  first_file: 'প্রথম ফাইল',
  second_file: 'দ্বিতীয় ফাইল',
  difference: 'পার্থক্য',
  changes: { ADDED: 'যোগ হয়েছে', GONE: 'বাদ গেছে', CHANGED: 'বদলেছে' },
  before_of: 'আগে: {{name}}',
  now_of: 'এখন: {{name}}',
  same: 'কোনো পার্থক্য নেই',
  same_help: 'দুই ফাইলে প্রতিটি অর্ডার একই।',
};

export const bankDownloadErrors: Translation<typeof enErrors> = {
  bank_download_unfinished: 'ফাইলটি এখনো তৈরি হচ্ছে, অথবা মাঝপথে থেমেছে। প্রতিবেদনটি নতুন করে নামান।',
  bank_download_damaged:
    'রাখা ফাইলটি আর আগের মতো নেই: এর ভেতরের তথ্য বদলে গেছে। তাই এটি দেওয়া হচ্ছে না। প্রশাসককে জানান, তিনি ব্যাকআপ থেকে ফিরিয়ে আনতে পারেন।',
  bank_download_missing: 'রাখা ফাইলটি আর পাওয়া যাচ্ছে না। প্রশাসককে জানান, তিনি ব্যাকআপ থেকে ফিরিয়ে আনতে পারেন।',
};

export const bankDownloadNotices: Translation<typeof enNotices> = {
  kept_file_lost: 'ব্যাংক প্রতিবেদনের রাখা ফাইল {{file}} দেওয়া যাচ্ছে না। দয়া করে প্রশাসককে জানান।',
};
