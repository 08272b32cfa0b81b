/** What the states of bulk actions and of their records are called, and why it was not done to a record: on screens and in files. */

export const english = {
  jobStates: { RUNNING: 'Running', DONE: 'Finished', CANCELLED: 'Cancelled', STOPPED: 'Stopped' },
  itemStates: {
    ...{ WAITING: 'Waiting', DONE: 'Done', REFUSED: 'Not done', GIVEN_UP: 'Given up' },
    LEFT_OUT: 'Left out',
  },
  reasons: {
    'common.stale_version': 'Somebody changed it after you saw it.',
    'common.not_found': 'You do not see it any more.',
    'common.not_permitted': 'You may not do this any more.',
    'common.locked': 'Somebody else was just changing it.',
    'common.conflict': 'Somebody else was just changing it.',
  },
};

export const bengali: typeof english = {
  jobStates: { RUNNING: 'চলছে', DONE: 'শেষ', CANCELLED: 'বাতিল', STOPPED: 'থামানো হয়েছে' },
  itemStates: {
    ...{ WAITING: 'অপেক্ষায়', DONE: 'হয়েছে', REFUSED: 'হয়নি', GIVEN_UP: 'বাদ' },
    LEFT_OUT: 'শুরুতেই বাদ',
  },
  reasons: {
    'common.stale_version': 'আপনি দেখার পরে অন্য কেউ এটি বদলেছেন।',
    'common.not_found': 'এটি আপনি আর দেখতে পান না।',
    'common.not_permitted': 'এই কাজের অনুমতি আপনার আর নেই।',
    'common.locked': 'অন্য কেউ তখনই এটি বদলাচ্ছিলেন।',
    'common.conflict': 'অন্য কেউ তখনই এটি বদলাচ্ছিলেন।',
  },
};
