/** What downloads of the bank report are called on the screens of staff. */
export const bankDownloads = {
  title: 'Downloads of the bank report',
  about: 'Every file that somebody downloaded of the bank report, as it was then.',
  search: 'Settlement file, SHA-256',
  empty: 'No download yet',
  empty_help: 'When somebody downloads the bank report, the file is kept here.',
  file: 'File',
  of_file: 'Settlement file',
  period: 'Period',
  made_by: 'Made by',
  made_at: 'Made',
  sha256: 'SHA-256',
  state: 'State',
  states: {
    KEPT: 'Kept',
    DAMAGED: 'Changed since',
    MISSING: 'Not found',
    BROKEN: 'Broken off',
    MAKING: 'Being made',
  },
  narrowed: 'Narrowed to',
  size: 'Size',
  checked_at: 'Last read',
  again: 'Download again',
  compare: 'Compare two',
  compare_previous: 'Compare with the one before',
  choose_two: 'Choose exactly two files that were made to their end.',
  compare_title: 'Compare two downloads',
  compare_about: 'Orders that are not the same in both files.',
  compare_nothing: 'Two downloads are needed.',
  alone: 'Nothing to compare with',
  narrowed_differently:
    'The two files were narrowed in different ways; that alone makes orders appear or go.',
  side_one: '{{count, number}} row · {{taka}} at the bank · {{what}}',
  side_other: '{{count, number}} rows · {{taka}} at the bank · {{what}}',
  whole: 'the whole report',
  choose_file: 'Choose a file',
  search_order: 'Order, bank reference',
  first_file: 'First file',
  second_file: 'Second file',
  difference: 'Difference',
  changes: { ADDED: 'Added', GONE: 'Gone', CHANGED: 'Changed' },
  before_of: 'Before: {{name}}',
  now_of: 'Now: {{name}}',
  same: 'No difference',
  same_help: 'Every order is the same in both files.',
};

export const bankDownloadErrors = {
  bank_download_unfinished:
    'This file is still being made, or its making broke off. Download the report anew.',
  bank_download_damaged:
    'The kept file is not the one that was downloaded: its bytes have changed. It is not given out. Tell an administrator, who can restore it from a backup.',
  bank_download_missing:
    'The kept file is not in the store any more. Tell an administrator, who can restore it from a backup.',
};

export const bankDownloadNotices = {
  kept_file_lost:
    'The kept file {{file}} of the bank report cannot be given out. Please tell an administrator.',
};
