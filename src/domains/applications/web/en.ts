import type { staff } from './en-staff.ts';
import { portal } from './texts/en-portal.ts';
import { errors, words } from './texts/en-words.ts';

/** What everybody reads; en-staff.ts is loaded beside it for everybody but consumers. */
export const en = { ...words, ...portal, errors };

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    applications: typeof en & typeof staff;
  }
}
