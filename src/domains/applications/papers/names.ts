/** What the papers of an application are called: on the paper itself and on the public page that confirms it. */
export const PAPER_NAMES = {
  acknowledgement: { en: 'Acknowledgement slip', bn: 'প্রাপ্তিস্বীকারপত্র' },
  noc: { en: 'Letter of no objection', bn: 'অনাপত্তিপত্র' },
  letter: { en: 'Connection letter', bn: 'সংযোগপত্র' },
  demandNote: { en: 'Demand note', bn: 'ডিমান্ড নোট' },
  certificate: { en: 'Completion certificate', bn: 'সংযোগ সম্পন্নের সনদ' },
};
