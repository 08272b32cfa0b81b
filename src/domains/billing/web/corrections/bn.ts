import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  before: 'আগে',
  after: 'সংশোধিত',
  difference: 'পার্থক্য',
  credit_title: 'ক্রেডিট নোট {{number}}',
  debit_title: 'সংশোধনী {{number}}',
  on_because: '{{day}}: {{reason}}',
  credited: '{{amount}} হিসাবে জমা হয়েছে। আগে এই বিল, তারপর অন্য বাকি বিল তা থেকে শোধ হয়।',
  no_change: 'টাকার পরিমাণ একই থাকছে।',
  supplemented: 'বাকি অংশ এই সম্পূরক বিলে ধরা হয়েছে:',
  how: 'সংশোধিত হিসাব যেভাবে হলো',
  supplements: 'এই বিলে শুধু আগের বিলের সঙ্গে পার্থক্যটুকু ধরা হয়েছে:',
};
