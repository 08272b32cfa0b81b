import type { Translation } from '#web/texts.ts';
import { errors, words } from './bn-words.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = { ...words, errors };
