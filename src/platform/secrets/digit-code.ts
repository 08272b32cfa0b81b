/** One-time codes that a person types: the one place that draws them. */
import { randomInt } from 'node:crypto';

/** @returns that many digits, each combination as likely as another one */
export const digitCode = (digits = 6): string => String(randomInt(10 ** digits)).padStart(digits, '0');
