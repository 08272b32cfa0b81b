/** Why a step of the office is refused now, in Bengali: on the screen and in files. */

import type * as english from './en-staff.rules.ts';

export const refusals = {
  not_your_desk: 'এখন অন্য ডেস্কের পালা।',
  survey_not_submitted: 'জরিপ এখনো জমা হয়নি।',
  own_installation: 'স্থাপনের তথ্য আপনি লিখেছেন: অন্য কাউকে নিশ্চিত করতে হবে।',
  own_survey: 'জরিপটি আপনি করেছেন: অন্য কাউকে অনুমোদন দিতে হবে।',
  not_installed_yet: 'মিটার স্থাপনের তথ্য এখনো লেখা হয়নি।',
  not_on_hold: 'এটি স্থগিত নেই, অথবা কেবল প্রশাসক এটি চালু করতে পারেন।',
  hold_not_yours: 'এটি এখন আপনার কাজের অপেক্ষায় নেই; অফিস এটি স্থগিত করতে পারে।',
  hold_of_another: 'অফিস এটি স্থগিত করেছে; অফিসই আবার চালু করবে।',
  checks_open: 'এই ডেস্কের সব যাচাই এখনো হয়নি। যাচাই করে টিক দিন, নয়তো পাশে মন্তব্য লিখুন।',
  forward_not_yours: 'আবেদনটি এখন যাঁর কাছে আছে, অথবা যিনি ডেস্ক ঠিক করেন, কেবল তিনিই এটি অন্যকে দিতে পারেন।',
  no_desks: 'রাজউকের কোনো সক্রিয় ডেস্ক নেই। আগে ডেস্ক ঠিক করুন।',
  assignee_may_not: 'এই ধাপের কাজ করার অনুমতি এই ব্যক্তির নেই।',
  note_changed: 'দর বা ফি বদলেছে: ডিমান্ড নোট এখন {{totalMinor, money}} হবে। আবার খুলে দেখুন।',
  note_too_large: 'ডিমান্ড নোট এক পেমেন্টের সীমার ({{most_minor, money}}) বেশি। জরিপ ফেরত পাঠান।',
  nothing_to_pay: 'জরিপের মোট শূন্য: পরিশোধের কিছু থাকবে না।',
} satisfies typeof english.refusals;
