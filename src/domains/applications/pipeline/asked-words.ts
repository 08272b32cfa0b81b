/** What a message calls the parts, fields and papers that are to be corrected: short, because an SMS is short. */
import type { Language } from '#domains/settings/speaker.ts';
import type { DocumentKind } from '../documents.rules.ts';
import type { PartField, PartName } from '../intake/parts.rules.ts';

/** One thing that a correction asks for: a paper, fields of a part, or a part as a whole. */
export type AskedItem = {
  part: PartName | 'document';
  kind?: DocumentKind | null | undefined;
  fields?: readonly PartField[] | undefined;
};

/** The words of what is asked, each word one time, in the order of the items. */
export function askedWords(items: readonly AskedItem[], language: Language): string[] {
  const words = items.flatMap(({ part, kind, fields = [] }) => {
    if (part === 'document') return kind ? [KIND_WORDS[kind]] : [];
    return fields.length > 0 ? fields.map((field) => FIELD_WORDS[field]) : [PART_WORDS[part]];
  });
  return [...new Set(words.map((word) => word[language]))];
}

const PART_WORDS: Record<PartName, Record<Language, string>> = {
  applicant: { en: 'applicant', bn: 'আবেদনকারী' },
  owner: { en: 'owner', bn: 'মালিক' },
  plumber: { en: 'plumber', bn: 'প্লাম্বার' },
  building: { en: 'building', bn: 'ভবন' },
};

const FIELD_WORDS: Record<PartField, Record<Language, string>> = {
  name: { en: 'name', bn: 'নাম' },
  nameBn: { en: 'name in Bengali', bn: 'বাংলা নাম' },
  fatherOrSpouse: { en: 'father or spouse', bn: 'পিতা/স্বামী/স্ত্রী' },
  phone: { en: 'mobile number', bn: 'মোবাইল নম্বর' },
  email: { en: 'email', bn: 'ইমেইল' },
  nid: { en: 'national ID', bn: 'এনআইডি' },
  dateOfBirth: { en: 'date of birth', bn: 'জন্মতারিখ' },
  address: { en: 'address', bn: 'ঠিকানা' },
  isOwner: { en: 'whose plot it is', bn: 'প্লট কার' },
  licenceNumber: { en: 'licence number', bn: 'লাইসেন্স নম্বর' },
  roadId: { en: 'road', bn: 'রোড নং' },
  plotNumber: { en: 'plot number', bn: 'প্লট নম্বর' },
  holdingNumber: { en: 'holding number', bn: 'হোল্ডিং নম্বর' },
  kind: { en: 'kind of building', bn: 'ভবনের ধরন' },
  floors: { en: 'floors', bn: 'কয় তলা' },
  flats: { en: 'flats', bn: 'ফ্ল্যাট সংখ্যা' },
  category: { en: 'category', bn: 'সংযোগের ধরন' },
  pipeSizeMm: { en: 'connection size', bn: 'সংযোগের ব্যাস' },
  sewer: { en: 'sewer connection', bn: 'স্যুয়ারেজ সংযোগ' },
};

const KIND_WORDS: Record<DocumentKind, Record<Language, string>> = {
  PassportImg: { en: 'passport-size photo', bn: 'পাসপোর্ট ছবি' },
  Applicant_nid_front: { en: 'front of the ID', bn: 'এনআইডির সামনের দিক' },
  Applicant_nid_back: { en: 'back of the ID', bn: 'এনআইডির পেছনের দিক' },
  signature: { en: 'signature', bn: 'স্বাক্ষর' },
  allotment_letter: { en: 'allotment letter', bn: 'বরাদ্দপত্র' },
  Owner_nid_front: { en: "front of the owner's ID", bn: 'মালিকের এনআইডির সামনের দিক' },
  Owner_nid_back: { en: "back of the owner's ID", bn: 'মালিকের এনআইডির পেছনের দিক' },
  power_of_attorney: { en: 'power of attorney', bn: 'আমমোক্তারনামা' },
  mutation_paper: { en: 'mutation paper', bn: 'নামজারির কাগজ' },
  deed_paper: { en: 'deed', bn: 'দলিল' },
  transfer_of_possession_copy: { en: 'transfer of possession', bn: 'দখল হস্তান্তরপত্র' },
  Other_documents: { en: 'other documents', bn: 'অন্যান্য কাগজ' },
  survey_file: { en: 'survey file', bn: 'জরিপের ফাইল' },
  payment_receipt: { en: 'receipt of the payment', bn: 'টাকা জমার রসিদ' },
  meter_receipt: { en: 'receipt of the meter', bn: 'মিটারের রসিদ' },
  confirmation_form_updated: { en: 'confirmation form', bn: 'নিশ্চিতকরণ ফরম' },
  new_meter_doc: { en: 'paper of the new meter', bn: 'নতুন মিটারের কাগজ' },
};
