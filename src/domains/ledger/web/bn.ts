import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  errors: {
    period_closed: 'এই মাসের হিসাব বন্ধ হয়ে গেছে। খোলা মাসের একটি তারিখ দিন।',
  },
};
