/** Texts of requests to a second person that are refused or taken back, in Bengali. */
import type { givenUp as en, givenUpErrors as errorsEn, givenUpNotices as noticesEn } from './en.rules.ts';

export const givenUp: typeof en = {
  title: 'প্রস্তাব ফিরিয়ে নেওয়া',
  take_back: 'প্রস্তাব ফিরিয়ে নিন',
  done: 'প্রস্তাব ফিরিয়ে নেওয়া হয়েছে',
  reason: 'কেন',
  by: 'যিনি ফিরিয়ে নিয়েছেন',
  proposal_about: 'এর কিছুই হিসাবে উঠবে না। পরে আবার প্রস্তাব করা যাবে।',
  refund_about:
    '{{amount, money}} ফেরত যাবে না। টাকা দেনা হিসেবেই থাকবে, পরে আবার প্রস্তাব করা যাবে। যাঁর টাকা, তিনি এসএমএস পাবেন।',
  advance_about: '{{amount, money}} আবার সংযোগের অগ্রিম হবে এবং বাকি বিলে যাবে। যাঁর টাকা, তিনি এসএমএস পাবেন।',
  applicant_reads: 'আবেদনকারী আবেদনের পাতায় এটি পড়বেন।',
  reversal_about: 'পেমেন্টটি যেমন আছে তেমনই থাকবে। পরে আবার প্রস্তাব করা যাবে।',
  refuse_about:
    '{{name}}-এর প্রস্তাব: “{{reason}}”। নাকচ করলে পেমেন্টটি যেমন আছে তেমনই থাকবে, আর {{name}} কারণটি জানবেন।',
  reversal_ended: {
    REFUSED: '{{by}} এই পেমেন্ট ফেরত নেওয়া নাকচ করেছেন: “{{reason}}”',
    GIVEN_UP: '{{by}} এই পেমেন্ট ফেরত নেওয়ার প্রস্তাব ফিরিয়ে নিয়েছেন: “{{reason}}”',
  },
  own_title: 'আমার প্রস্তাব',
  own_about: 'দ্বিতীয় ব্যক্তির কাছে আপনি যা প্রস্তাব করেছেন, আর তার কী হয়েছে। যা আর লাগবে না, তা ফিরিয়ে নিন।',
  own_empty: 'আপনি কিছু প্রস্তাব করেননি',
  own_empty_help: 'অনেক আগের দিনের কাউন্টারের টাকা কাউন্টার থেকে প্রস্তাব করা হয়।',
};

export const givenUpErrors: typeof errorsEn = {
  not_asker: 'যিনি প্রস্তাব করেছেন, শুধু তিনিই তা ফিরিয়ে নিতে পারেন। আপনি নাকচ করতে পারেন।',
  reversal_decided: 'এই প্রস্তাবের সিদ্ধান্ত আগেই হয়েছে, অথবা তা ফিরিয়ে নেওয়া হয়েছে।',
};

export const givenUpNotices: typeof noticesEn = {
  reversal_approved: '{{name}} আপনার প্রস্তাবে {{minor, money}}-এর পেমেন্ট ফেরত নেওয়া অনুমোদন করেছেন।',
  reversal_refused: '{{name}} {{minor, money}}-এর পেমেন্ট ফেরত নেওয়ার প্রস্তাব নাকচ করেছেন। কারণ: {{reason}}',
  proposal_accepted: '{{name}} আপনার প্রস্তাবে সম্মতি দিয়েছেন: {{number}}, {{minor, money}}।',
  proposal_refused: '{{name}} আপনার প্রস্তাব নাকচ করেছেন: {{number}}, {{minor, money}}। কারণ: {{reason}}',
};
