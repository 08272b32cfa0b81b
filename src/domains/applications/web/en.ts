import { portal } from './en-portal.ts';
import type { staff } from './en-staff.ts';
import { errors, words } from './en-words.ts';

/** What everybody reads; en-staff.ts is loaded beside it for everybody but consumers. */
export const en = { ...words, ...portal, errors };

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    applications: typeof en & typeof staff;
  }
}
