import type { Translation } from '#web/texts/texts.ts';
import type { en } from './en.ts';
import { portal } from './texts/bn-portal.ts';
import { errors, words } from './texts/bn-words.ts';

export const bn: Translation<typeof en> = { ...words, ...portal, errors };
