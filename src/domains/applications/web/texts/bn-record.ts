import type { Translation } from '#web/texts/texts.ts';
import type { record as english } from './en-record.ts';

export const record: Translation<typeof english> = {
  fields: {
    latitude: 'ম্যাপে অবস্থান (উত্তর–দক্ষিণ)',
    longitude: 'ম্যাপে অবস্থান (পূর্ব–পশ্চিম)',
    take_place: 'আমার অবস্থান নিন',
    no_place: 'ম্যাপে অবস্থান পাওয়া যায়নি। নিজে লিখুন অথবা খালি রাখুন।',
  },
  documents: {
    none: 'এখনো কোনো কাগজপত্র নেই',
    none_help: 'জমা দিলেই কাগজপত্র এখানে দেখা যাবে।',
    missing: 'বাকি',
    older: 'আগের সংস্করণ',
    version: 'সংস্করণ {{number}}',
    kind: 'কাগজের ধরন',
  },
  record: {
    to_pay: 'পরিশোধ করতে হবে',
    to_pay_until: '{{day}} তারিখের মধ্যে পরিশোধ',
    correct_until: 'সংশোধনের শেষ দিন',
    due: 'শেষ করার সময়',
    late: 'বিলম্বিত',
    waits_for: 'অপেক্ষায়: {{whom}}, {{day}} থেকে',
    closed_since: '{{day}} তারিখে শেষ হয়েছে',
  },
  tabs: {
    parts: 'আবেদন',
    documents: 'কাগজপত্র',
    noc: 'রাজউক',
    connection: 'পত্র ও মিটার',
  },
  note: {
    issued: 'দেওয়ার তারিখ',
    due: 'পরিশোধের শেষ তারিখ',
    paid: 'পরিশোধিত',
    left: 'বাকি',
    refund_case: 'টাকা ফেরতের নথি দেখুন',
    came_too_late: 'দেরিতে আসা টাকা',
    came_on: 'এসেছে',
    cancel_reason: 'বাতিলের কারণ',
    pdf: 'ডিমান্ড নোট (PDF)',
    none: 'এখনো ডিমান্ড নোট নেই',
    none_help: 'জরিপ অনুমোদিত হলে এটি দেওয়া হয়।',
  },
  letter: {
    dma: 'ডিএমএ নম্বর',
    meter: '{{number}} · {{make}} {{size, number}} মিমি',
    customer: 'গ্রাহক নম্বর',
    issued: 'সংযোগপত্র দেওয়া হয়েছে। গ্রাহক নম্বর {{number}}',
    issued_on: 'দেওয়ার তারিখ',
    reserved_meter: 'বরাদ্দ মিটার',
    pdf: 'সংযোগপত্র (PDF)',
    none: 'এখনো সংযোগপত্র নেই',
    none_help: 'রাজউক অনুমোদন দিলে এটি দেওয়া হয়।',
  },
};
