/** Why a meter cannot be read, in both languages: for papers and files; the screens take them too. */
import type { CannotRead } from './visit.rules.ts';

export const REASON_NAMES: Record<CannotRead, readonly [en: string, bn: string]> = {
  NOBODY_HOME: ['Nobody at home', 'বাড়িতে কেউ নেই'],
  LOCKED: ['Gate or box locked', 'গেট বা বাক্সে তালা'],
  NOT_FOUND: ['Meter not found', 'মিটার পাওয়া যায়নি'],
  BURIED: ['Covered or under water', 'ঢাকা বা পানির নিচে'],
  UNREADABLE: ['Dial cannot be read', 'অঙ্ক পড়া যায় না'],
  BROKEN: ['Meter broken', 'মিটার নষ্ট'],
  DANGER: ['Dog or other danger', 'কুকুর বা অন্য বিপদ'],
  REFUSED: ['Not let in', 'ঢুকতে দেয়নি'],
  OTHER: ['Another reason', 'অন্য কারণ'],
};
