import { tariffTexts } from './en-tariff.ts';

export const en = {
  lines: tariffTexts.lines,
  errors: { ...tariffTexts.errors },
};
