/** Claims of entries of the register as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import type { ClaimState, listClaimsDownload } from './contract.ts';
import { claimFile } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const STATES: Record<ClaimState, Words> = {
  WAITING: ['Waits', 'অপেক্ষায়'],
  JOINED: ['Joined', 'যুক্ত'],
  REFUSED: ['Refused', 'নাকচ'],
  UNDONE: ['Undone', 'বাতিল'],
};

export const claimsExport: ListExport<typeof listClaimsDownload> = {
  name: 'claims',
  title: ['Claims of connections', 'যুক্ত করার অনুরোধ'],
  list: claimFile,
  filters: ({ state }) => filterOf(STATE, STATES, state),
  columns: [
    column('customerNumber', 'text', ['Customer number', 'গ্রাহক নম্বর']),
    column('entry', 'text', ['Claimed customer', 'যে গ্রাহককে চাওয়া হয়েছে']),
    column('entryPhone', 'text', ['Phone', 'ফোন']),
    column('address', 'text', ['Address', 'ঠিকানা']),
    column('state', 'text', STATE, STATES),
    column('claimant', 'text', ['Claimed by', 'যিনি চেয়েছেন']),
    column('claimantNumber', 'text', ['Number of the claimant', 'যিনি চেয়েছেন, গ্রাহক নম্বর']),
    column('claimantPhone', 'text', ['Phone of the claimant', 'যিনি চেয়েছেন, ফোন']),
    column('sameNid', 'text', ['National ID', 'জাতীয় পরিচয়পত্র'], {
      true: ['The same', 'একই'],
      false: ['Another one', 'আলাদা'],
    }),
    column('askedAt', 'instant', ['Asked', 'অনুরোধের সময়']),
    column('provenBy', 'text', ['How', 'যেভাবে'], {
      PHONE: ['The same phone', 'একই মোবাইল নম্বর'],
      CODE: ['By the code of the phone', 'মোবাইলের কোড দিয়ে'],
      STAFF: ['By staff', 'কর্মীর সিদ্ধান্তে'],
    }),
    column('decidedBy', 'text', ['Decided by', 'যিনি সিদ্ধান্ত দিয়েছেন']),
    column('decidedAt', 'instant', ['Decided at', 'সিদ্ধান্তের সময়']),
    column('reason', 'text', ['Reason', 'কারণ']),
    column('undoneBy', 'text', ['Undone by', 'যিনি বাতিল করেছেন']),
    column('undoneAt', 'instant', ['Undone at', 'বাতিলের সময়']),
    column('undoReason', 'text', ['Why it was undone', 'বাতিলের কারণ']),
  ],
};
