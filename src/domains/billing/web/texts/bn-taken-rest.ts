import type { Translation } from '#web/texts/texts.ts';
import type { takenRest as en } from './en-taken-rest.ts';

export const takenRest: Translation<typeof en> = {
  part: 'একাংশ নতুন মালিক দেবেন',
  rest: 'বাকি {{amount, money}} দেবেন {{name}}।',
  no_rest: 'এই বিলে {{name}}-এর আর কিছু দেওয়ার নেই।',
  by: 'দায় নিয়েছেন',
  successor: 'নতুন সংযোগ {{number}}',
};
