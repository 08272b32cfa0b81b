/**
 * What an entry says happened, in both languages: `noun.verb` is said as noun and verb, a few as a phrase of their
 * own. A word that is not here is said as it is written, which is still English.
 */
export type Words = readonly [en: string, bn: string];

const NOUNS: Record<string, Words> = {
  announcement: ['Announcement', 'ঘোষণা'],
  application: ['Application', 'আবেদন'],
  'audit-log': ['Audit log', 'অডিট লগ'],
  'bill-run': ['Bill run', 'বিল তৈরি'],
  category: ['Category', 'শ্রেণি'],
  charge: ['Charge', 'চার্জ'],
  configuration: ['Configuration', 'কনফিগারেশন'],
  connection: ['Connection', 'সংযোগ'],
  consumer: ['Consumer', 'গ্রাহক'],
  consumers: ['Consumers', 'গ্রাহকেরা'],
  'demo-town': ['Demo town', 'ডেমো শহর'],
  desk: ['Desk', 'ডেস্ক'],
  dma: ['DMA', 'ডিএমএ'],
  document: ['Document', 'নথি'],
  email: ['Email', 'ইমেইল'],
  'email-configuration': ['Email configuration', 'ইমেইল কনফিগারেশন'],
  file: ['File', 'ফাইল'],
  import: ['Import', 'ইমপোর্ট'],
  invoice: ['Invoice', 'ইনভয়েস'],
  ledger_period: ['Ledger period', 'লেজারের মাস'],
  list: ['List', 'তালিকা'],
  'list-view': ['Saved view', 'সংরক্ষিত ভিউ'],
  material: ['Material', 'মালামাল'],
  materials: ['Materials', 'মালামাল'],
  meter: ['Meter', 'মিটার'],
  noc: ['NOC', 'এনওসি'],
  notice: ['Notice', 'বিজ্ঞপ্তি'],
  notices: ['Notices', 'বিজ্ঞপ্তি'],
  payment: ['Payment', 'পরিশোধ'],
  period: ['Ledger period', 'লেজারের মাস'],
  'personal-data': ['Personal data', 'ব্যক্তিগত তথ্য'],
  places: ['Sectors and roads', 'সেক্টর ও রাস্তা'],
  preferences: ['Preferences', 'পছন্দ'],
  provider: ['Sign-in provider', 'সাইন-ইন প্রদানকারী'],
  reading: ['Reading', 'রিডিং'],
  readings: ['Readings', 'রিডিং'],
  'reading-check': ['Reading check', 'রিডিং যাচাই'],
  'recovery-codes': ['Recovery codes', 'পুনরুদ্ধার কোড'],
  refund: ['Refund', 'ফেরত'],
  road: ['Road', 'রাস্তা'],
  role: ['Role', 'ভূমিকা'],
  'second-factor': ['Second factor', 'দ্বিতীয় ধাপ'],
  sector: ['Sector', 'সেক্টর'],
  session: ['Session', 'সেশন'],
  sessions: ['Sessions', 'সেশন'],
  settings: ['Settings', 'সেটিংস'],
  setup: ['Set-up', 'প্রথম সেটআপ'],
  sms: ['SMS', 'এসএমএস'],
  'sms-configuration': ['SMS configuration', 'এসএমএস কনফিগারেশন'],
  tariff: ['Tariff', 'ট্যারিফ'],
  ticket: ['Ticket', 'টিকেট'],
  user: ['User', 'ব্যবহারকারী'],
  vat: ['VAT', 'ভ্যাট'],
  view: ['Saved view', 'সংরক্ষিত ভিউ'],
  wallet: ['Wallet', 'ওয়ালেট'],
  'work-order': ['Work order', 'কার্যাদেশ'],
  'billing-rules': ['Billing rules', 'বিলিংয়ের নিয়ম'],
  'consumer-import': ['Consumer import', 'গ্রাহক ইমপোর্ট'],
  'list-import': ['List import', 'তালিকা ইমপোর্ট'],
  sender: ['Sender of messages', 'বার্তা প্রেরক'],
  'wallet-limits': ['Wallet limits', 'ওয়ালেটের সীমা'],
  'meter-import': ['Meter import', 'মিটার ইমপোর্ট'],
};

const ADDED: Words = ['added', 'যোগ করা হয়েছে'];
const CHANGED: Words = ['changed', 'পরিবর্তন করা হয়েছে'];
const CHECKED: Words = ['checked', 'যাচাই করা হয়েছে'];
const RUN: Words = ['finished', 'সম্পন্ন হয়েছে'];

const VERBS: Record<string, Words> = {
  accept: ['accepted', 'গ্রহণ করা হয়েছে'],
  activate: ['activated', 'সক্রিয় করা হয়েছে'],
  add: ADDED,
  adjust: ['adjusted', 'সমন্বয় করা হয়েছে'],
  approve: ['approved', 'অনুমোদন করা হয়েছে'],
  archive: ['archived', 'সংরক্ষণাগারে রাখা হয়েছে'],
  assign: ['assigned', 'দায়িত্ব দেওয়া হয়েছে'],
  begin: ['begun', 'শুরু হয়েছে'],
  calculate: ['calculated', 'হিসাব করা হয়েছে'],
  cancel: ['cancelled', 'বাতিল করা হয়েছে'],
  capture: ['taken', 'নেওয়া হয়েছে'],
  change: CHANGED,
  check: CHECKED,
  clone: ['copied', 'অনুলিপি করা হয়েছে'],
  close: ['closed', 'বন্ধ করা হয়েছে'],
  commit: ['taken over', 'গ্রহণ করা হয়েছে'],
  create: ADDED,
  deactivate: ['deactivated', 'নিষ্ক্রিয় করা হয়েছে'],
  decide: ['decided', 'সিদ্ধান্ত দেওয়া হয়েছে'],
  delete: ['deleted', 'মুছে ফেলা হয়েছে'],
  disable: ['disabled', 'বন্ধ করা হয়েছে'],
  edit: CHANGED,
  enable: ['enabled', 'চালু করা হয়েছে'],
  end: ['ended', 'শেষ করা হয়েছে'],
  export: ['exported', 'এক্সপোর্ট করা হয়েছে'],
  hold: ['put on hold', 'স্থগিত রাখা হয়েছে'],
  image: ['photo changed', 'ছবি পরিবর্তন করা হয়েছে'],
  import: ['imported', 'ইমপোর্ট করা হয়েছে'],
  install: ['installed', 'স্থাপন করা হয়েছে'],
  issue: ['issued', 'জারি করা হয়েছে'],
  make: ['made', 'করা হয়েছে'],
  merge: ['merged', 'একীভূত করা হয়েছে'],
  open: ['opened', 'খোলা হয়েছে'],
  pay: ['paid', 'পরিশোধ করা হয়েছে'],
  plan: ['planned', 'পরিকল্পনা করা হয়েছে'],
  post: ['posted', 'পোস্ট করা হয়েছে'],
  ready: ['ready', 'প্রস্তুত'],
  record: ['recorded', 'নথিভুক্ত করা হয়েছে'],
  register: ['registered', 'নিবন্ধিত হয়েছে'],
  reject: ['rejected', 'প্রত্যাখ্যান করা হয়েছে'],
  release: ['released', 'ছেড়ে দেওয়া হয়েছে'],
  remove: ['removed', 'সরানো হয়েছে'],
  reopen: ['reopened', 'আবার খোলা হয়েছে'],
  reserve: ['reserved', 'বরাদ্দ রাখা হয়েছে'],
  reset: ['reset', 'রিসেট করা হয়েছে'],
  restore: ['restored', 'পুনরুদ্ধার করা হয়েছে'],
  resubmit: ['submitted again', 'আবার জমা দেওয়া হয়েছে'],
  resume: ['resumed', 'আবার চালু করা হয়েছে'],
  reverse: ['reversed', 'উল্টানো হয়েছে'],
  review: ['reviewed', 'পর্যালোচনা করা হয়েছে'],
  run: RUN,
  save: ['saved', 'সংরক্ষণ করা হয়েছে'],
  send: ['sent', 'পাঠানো হয়েছে'],
  set: CHANGED,
  state: ['moved on', 'এগিয়েছে'],
  submit: ['submitted', 'জমা দেওয়া হয়েছে'],
  suspend: ['suspended', 'সাময়িক বন্ধ করা হয়েছে'],
  'take-over': ['taken over', 'গ্রহণ করা হয়েছে'],
  template: ['taken from a template', 'নমুনা থেকে নেওয়া হয়েছে'],
  test: ['tested', 'পরীক্ষা করা হয়েছে'],
  undo: ['undone', 'ফিরিয়ে নেওয়া হয়েছে'],
  update: CHANGED,
  upload: ['uploaded', 'আপলোড করা হয়েছে'],
  verify: ['verified', 'যাচাই করা হয়েছে'],
  void: ['voided', 'বাতিল করা হয়েছে'],
  withdraw: ['withdrawn', 'প্রত্যাহার করা হয়েছে'],
  move: ['moved', 'সরানো হয়েছে'],
  view: ['opened', 'দেখা হয়েছে'],
  permissions: ['permissions changed', 'অনুমতি পরিবর্তন করা হয়েছে'],
};

const PHRASES: Record<string, Words> = {
  'application.consumer': ['Application moved to another consumer', 'আবেদন অন্য গ্রাহকের নামে নেওয়া হয়েছে'],
  'connection.consumer': ['Connection moved to another consumer', 'সংযোগ অন্য গ্রাহকের নামে নেওয়া হয়েছে'],
  'sender.reseal': ['Secrets of senders encrypted anew', 'বার্তা প্রেরকের গোপন তথ্য নতুন করে এনক্রিপ্ট করা হয়েছে'],
  'application.auto-approve': ['Application approved by rule', 'আবেদন নিয়ম অনুযায়ী অনুমোদিত'],
  'application.document': ['Document added to an application', 'আবেদনে নথি যোগ করা হয়েছে'],
  'application.document-check': ['Document of an application checked', 'আবেদনের নথি যাচাই করা হয়েছে'],
  'application.draft': ['Application begun or changed', 'আবেদনের খসড়া লেখা হয়েছে'],
  'application.install': ['Meter of an application installed', 'আবেদনের মিটার স্থাপন করা হয়েছে'],
  'application.letter': ['Connection letter written', 'সংযোগপত্র লেখা হয়েছে'],
  'application.noc': ['NOC of an application entered', 'আবেদনের এনওসি লেখা হয়েছে'],
  'application.pay': ['Demand note paid', 'ডিমান্ড নোট পরিশোধ করা হয়েছে'],
  'application.recorrection': ['Application sent back for correction', 'আবেদন সংশোধনের জন্য ফেরত'],
  'application.refund': ['Application fee refunded', 'আবেদনের অর্থ ফেরত'],
  'application.survey': ['Site surveyed', 'স্থান জরিপ করা হয়েছে'],
  'consumer.claim': ['Consumer claimed by number', 'নম্বর মিলিয়ে গ্রাহক অ্যাকাউন্টে যুক্ত হয়েছে'],
  'consumer.claim-refused': ['Claim of a consumer refused', 'গ্রাহক যুক্ত করার চেষ্টা প্রত্যাখ্যাত'],
  'consumer.join': ['Consumer joined by phone', 'ফোন নম্বর মিলিয়ে গ্রাহক অ্যাকাউন্টে যুক্ত হয়েছে'],
  'consumer.view': ["A consumer's data opened", 'গ্রাহকের তথ্য দেখা হয়েছে'],
  'invoice.decide-correction': ['Bill correction decided', 'বিল সংশোধনে সিদ্ধান্ত দেওয়া হয়েছে'],
  'noc.desk': ['Desks of the planning authority changed', 'পরিকল্পনা কর্তৃপক্ষের ডেস্ক পরিবর্তন'],
  'noc.remark': ['Remark on an NOC', 'এনওসিতে মন্তব্য'],
  'payment.decide-reversal': ['Reversal of a payment decided', 'পরিশোধ উল্টানোয় সিদ্ধান্ত দেওয়া হয়েছে'],
  'payment.order': ['Online payment begun', 'অনলাইন পরিশোধ শুরু হয়েছে'],
  'reading.approve-flagged': ['Flagged readings approved', 'চিহ্নিত রিডিং অনুমোদন করা হয়েছে'],
  'reading.approve-unflagged': ['Unflagged readings approved', 'স্বাভাবিক রিডিং অনুমোদন করা হয়েছে'],
  'reading.capture-round': ['Readings of a round taken', 'এক দফার রিডিং নেওয়া হয়েছে'],
  'role.permissions': ['Permissions of a role changed', 'ভূমিকার অনুমতি পরিবর্তন করা হয়েছে'],
  'setup.run': ['Jolkol set up', 'জলকল সেটআপ করা হয়েছে'],
  'user.image': ['Photo changed', 'ছবি পরিবর্তন করা হয়েছে'],
  'user.password': ['Password changed', 'পাসওয়ার্ড পরিবর্তন করা হয়েছে'],
  'user.password-link': ['Password link sent', 'পাসওয়ার্ডের লিংক পাঠানো হয়েছে'],
  'user.profile': ['Own profile changed', 'নিজের প্রোফাইল পরিবর্তন করা হয়েছে'],
  'user.signature': ['Signature changed', 'স্বাক্ষর পরিবর্তন করা হয়েছে'],
  'user.status': ['Account activated or deactivated', 'অ্যাকাউন্ট সক্রিয় বা নিষ্ক্রিয় করা হয়েছে'],
  'material.plan-rate': ['Rate of a material planned', 'মালামালের দর পরিকল্পনা করা হয়েছে'],
  'material.withdraw-rate': ['Planned rate of a material withdrawn', 'মালামালের পরিকল্পিত দর প্রত্যাহার করা হয়েছে'],
  'user.second-factor': ['Second factor changed', 'দ্বিতীয় ধাপ পরিবর্তন করা হয়েছে'],
  'user.provider': ['Outside account joined or parted', 'বাইরের অ্যাকাউন্ট যুক্ত বা আলাদা করা হয়েছে'],
  'application.applicant': ['Applicant of an application changed', 'আবেদনকারীর তথ্য পরিবর্তন করা হয়েছে'],
  'application.building': ['Building of an application changed', 'আবেদনের ভবন পরিবর্তন করা হয়েছে'],
  'application.owner': ['Owner of an application changed', 'আবেদনের মালিক পরিবর্তন করা হয়েছে'],
  'application.plumber': ['Plumber of an application changed', 'আবেদনের প্লাম্বার পরিবর্তন করা হয়েছে'],
};

/** `register-digits`, `registerDigits`, `register_digits` → register digits */
export function plainWords(code: string): string {
  return code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase()
    .trim();
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function nounWords(noun: string): Words {
  const plain = capital(plainWords(noun));
  return NOUNS[noun] ?? [plain, plain];
}

export function actionWords(action: string): Words {
  const phrase = PHRASES[action];
  if (phrase) return phrase;
  const [noun = '', verb = ''] = action.split('.');
  const [en, bn] = nounWords(noun);
  const [did, done] = VERBS[verb] ?? [plainWords(verb), plainWords(verb)];
  return [`${en} ${did}`.trim(), `${bn} ${done}`.trim()];
}

/** True where both parts of the action have their words. */
export function isKnownAction(action: string): boolean {
  const [noun = '', verb = ''] = action.split('.');
  return action in PHRASES || (noun in NOUNS && verb in VERBS);
}

/** Kinds of records that entries are about, for the filter. */
export const OBJECTS = [
  ...[
    'application',
    'bill-run',
    'connection',
    'consumer',
    'dma',
    'file',
    'import',
    'invoice',
    'material',
    'meter',
  ],
  ...[
    'payment',
    'personal-data',
    'reading',
    'refund',
    'road',
    'role',
    'sector',
    'session',
    'settings',
    'tariff',
    'user',
  ],
] as const;
