import { errors, words } from './en-words.ts';

export const en = { ...words, errors };

declare module '#web/texts.ts' {
  interface TextNamespaces {
    applications: typeof en;
  }
}
