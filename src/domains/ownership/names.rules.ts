/** What the states, causes and papers are called, in both languages: on screens and in files. */
import type { Cause, PaperKind, PapersState, RequestState } from './ownership.rules.ts';

export const english = {
  states: {
    REQUESTED: 'Waits for consent',
    CONSENTED: 'Both agreed',
    RECORRECTION: 'To be corrected',
    DOCS_VERIFIED: 'Papers checked',
    READY_TO_PAY: 'Fee to be paid',
    READY_TO_APPROVE: 'To be accepted',
    COMPLETED: 'Completed',
    REJECTED: 'Rejected',
    WITHDRAWN: 'Withdrawn',
    EXPIRED: 'Expired',
  } satisfies Record<RequestState, string>,
  paperStates: {
    MISSING: 'Missing',
    UNCHECKED: 'To be checked',
    CHECKED: 'Checked',
  } satisfies Record<PapersState, string>,
  causes: {
    SALE: 'Sale',
    INHERITANCE: 'Inheritance',
    GIFT: 'Gift',
    ALLOTMENT: 'Allotment',
    COURT: 'Court order',
  } satisfies Record<Cause, string>,
  papers: {
    deed_paper: 'Deed',
    mutation_paper: 'Mutation paper',
    transfer_of_possession_copy: 'Copy of the transfer of possession',
    allotment_letter: 'Allotment letter of the plot',
    power_of_attorney: 'Power of attorney',
    Owner_nid_front: 'National ID of the present owner, front',
    Owner_nid_back: 'National ID of the present owner, back',
    Applicant_nid_front: 'National ID of the new owner, front',
    Applicant_nid_back: 'National ID of the new owner, back',
    Other_documents: 'Other documents',
  } satisfies Record<PaperKind, string>,
};

export const bengali: typeof english = {
  states: {
    REQUESTED: 'সম্মতির অপেক্ষায়',
    CONSENTED: 'দুই পক্ষ সম্মত',
    RECORRECTION: 'সংশোধন চাওয়া হয়েছে',
    DOCS_VERIFIED: 'কাগজ যাচাই হয়েছে',
    READY_TO_PAY: 'ফি বাকি',
    READY_TO_APPROVE: 'অনুমোদনের অপেক্ষায়',
    COMPLETED: 'সম্পন্ন',
    REJECTED: 'নামঞ্জুর',
    WITHDRAWN: 'প্রত্যাহার করা',
    EXPIRED: 'মেয়াদ শেষ',
  },
  paperStates: {
    MISSING: 'কাগজ বাকি',
    UNCHECKED: 'যাচাই বাকি',
    CHECKED: 'যাচাই হয়েছে',
  },
  causes: {
    SALE: 'বিক্রি',
    INHERITANCE: 'উত্তরাধিকার',
    GIFT: 'দান (হেবা)',
    ALLOTMENT: 'বরাদ্দ',
    COURT: 'আদালতের আদেশ',
  },
  papers: {
    deed_paper: 'দলিল',
    mutation_paper: 'নামজারি (মিউটেশন) খতিয়ান',
    transfer_of_possession_copy: 'দখল হস্তান্তরপত্রের কপি',
    allotment_letter: 'প্লটের বরাদ্দপত্র',
    power_of_attorney: 'আমমোক্তারনামা (পাওয়ার অব অ্যাটর্নি)',
    Owner_nid_front: 'বর্তমান মালিকের জাতীয় পরিচয়পত্র, সামনের দিক',
    Owner_nid_back: 'বর্তমান মালিকের জাতীয় পরিচয়পত্র, পেছনের দিক',
    Applicant_nid_front: 'নতুন মালিকের জাতীয় পরিচয়পত্র, সামনের দিক',
    Applicant_nid_back: 'নতুন মালিকের জাতীয় পরিচয়পত্র, পেছনের দিক',
    Other_documents: 'অন্যান্য কাগজপত্র',
  },
};
