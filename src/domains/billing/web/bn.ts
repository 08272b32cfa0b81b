import type { Translation } from '#web/texts.ts';
import { tariffTexts } from './bn-tariff.ts';
import type { en } from './en.ts';

export const bn: Translation<typeof en> = {
  lines: tariffTexts.lines,
  errors: { ...tariffTexts.errors },
};
