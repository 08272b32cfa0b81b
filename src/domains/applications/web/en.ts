import { portal } from './en-portal.ts';
import { staff } from './en-staff.ts';
import { errors, words } from './en-words.ts';

export const en = { ...words, ...staff, ...portal, errors };

declare module '#web/texts.ts' {
  interface TextNamespaces {
    applications: typeof en;
  }
}
