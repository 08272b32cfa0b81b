import type { Translation } from '#web/texts/texts.ts';
import { portal } from './bn-portal.ts';
import { errors, words } from './bn-words.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = { ...words, ...portal, errors };
