/** What the states and causes of a change of meter are called, for lists and files. */
import type { Name } from '#shared/words.ts';
import type { ChangeCause, ChangeState } from './change.rules.ts';

export const CHANGE_STATE_NAMES: Record<ChangeState, Name> = {
  REQUESTED: ['Waits for a decision', 'সিদ্ধান্তের অপেক্ষায়'],
  RETURNED: ['Sent back', 'ফেরত পাঠানো'],
  ACCEPTED: ['Meter changed', 'মিটার বদল হয়েছে'],
  REFUSED: ['Refused', 'নামঞ্জুর'],
  WITHDRAWN: ['Taken back', 'তুলে নেওয়া'],
};

export const CAUSE_NAMES: Record<ChangeCause, Name> = {
  STOPPED: ['It does not turn', 'মিটার ঘোরে না'],
  DAMAGED: ['It is damaged', 'মিটার নষ্ট'],
  UNREADABLE: ['It cannot be read', 'অঙ্ক পড়া যায় না'],
  INACCURATE: ['It measures wrongly', 'ভুল মাপে'],
  TAMPERED: ['Somebody worked on it', 'মিটারে হাত দেওয়া হয়েছে'],
  OLD: ['It is too old', 'মিটার পুরোনো'],
  SIZE: ['Another size is needed', 'অন্য মাপের মিটার দরকার'],
};
