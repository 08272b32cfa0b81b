/** What the states of an application and its documents are called in Bengali: on the screen, on paper, in files and in the log. */
import type * as english from './en.rules.ts';

export const states = {
  DRAFT: 'খসড়া',
  PENDING: 'নতুন',
  WAITING_FOR_REVIEW: 'রাজউকে আছে',
  WAITING_FOR_METER_NUMBER: 'সংযোগপত্র',
  READY_TO_SURVEY: 'সাইট জরিপ',
  READY_TO_PAY: 'টাকা জমা বাকি',
  READY_FOR_METER_INSTALLATION: 'মিটার স্থাপন',
  RECORRECTION: 'সংশোধন চাওয়া হয়েছে',
  CONNECTED: 'সংযুক্ত',
  REJECTED: 'নামঞ্জুর',
  WITHDRAWN: 'প্রত্যাহার করা',
  EXPIRED: 'মেয়াদ শেষ',
} satisfies Record<keyof typeof english.states, string>;

export const surveyStates = {
  NONE: 'শুরু হয়নি',
  DRAFT: 'পূরণ করা হচ্ছে',
  RETURNED: 'ফেরত দেওয়া হয়েছে',
  SUBMITTED: 'অনুমোদনের অপেক্ষায়',
  APPROVED: 'অনুমোদিত',
  REVISED: 'পরিবর্তিত',
} satisfies Record<keyof typeof english.surveyStates, string>;

export const noteStates = {
  ISSUED: 'পরিশোধ বাকি',
  PARTIALLY_PAID: 'আংশিক পরিশোধিত',
  PAID: 'পরিশোধিত',
  CANCELLED: 'বাতিল',
} satisfies Record<keyof typeof english.noteStates, string>;

export const documentKinds = {
  PassportImg: 'পাসপোর্ট সাইজের ছবি',
  Applicant_nid_front: 'আবেদনকারীর জাতীয় পরিচয়পত্র, সামনের দিক',
  Applicant_nid_back: 'আবেদনকারীর জাতীয় পরিচয়পত্র, পেছনের দিক',
  signature: 'স্বাক্ষর',
  allotment_letter: 'প্লটের বরাদ্দপত্র',
  Owner_nid_front: 'মালিকের জাতীয় পরিচয়পত্র, সামনের দিক',
  Owner_nid_back: 'মালিকের জাতীয় পরিচয়পত্র, পেছনের দিক',
  power_of_attorney: 'আমমোক্তারনামা (পাওয়ার অব অ্যাটর্নি)',
  mutation_paper: 'নামজারি (মিউটেশন) খতিয়ান',
  deed_paper: 'দলিল',
  transfer_of_possession_copy: 'দখল হস্তান্তরপত্রের কপি',
  Other_documents: 'অন্যান্য কাগজপত্র',
  survey_file: 'জরিপের ফাইল',
  payment_receipt: 'টাকা জমার রসিদ',
  meter_receipt: 'মিটারের রসিদ',
  confirmation_form_updated: 'নিশ্চিতকরণ ফরম',
  new_meter_doc: 'নতুন মিটারের ছবি',
} satisfies Record<keyof typeof english.documentKinds, string>;

/** Why a step is refused now. */
export const refusals = {
  wrong_state: 'আবেদনের বর্তমান অবস্থায় এই কাজটি করা যায় না।',
  on_hold: 'আবেদনটি স্থগিত আছে। আবার চালু হলে এটি করা যাবে।',
  archived: 'আবেদনটি সংরক্ষণাগারে আছে। আগে ফিরিয়ে আনুন।',
  documents_missing: 'প্রয়োজনীয় কিছু কাগজপত্র এখনো বাকি।',
  documents_returned: 'কিছু কাগজ ফেরতযোগ্য বলে চিহ্নিত: সংশোধন চান, অথবা গ্রহণ করুন।',
  documents_unchecked: 'প্রয়োজনীয় সব কাগজ এখনো গ্রহণ করা হয়নি।',
  refund_open: 'এর টাকা ফেরতের কাজ এখনো শেষ হয়নি।',
} satisfies typeof english.refusals;
