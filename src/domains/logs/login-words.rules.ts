/** What the login log says, in both languages. */
import type { Name } from '#shared/words.ts';

export const LOGIN_WORDS: Record<string, Name> = {
  login: ['Sign-in', 'সাইন-ইন'],
  logout: ['Sign-out', 'সাইন-আউট'],
  refresh_reuse: ['Session ended: its key was used twice', 'সেশন শেষ: একই চাবি দুবার ব্যবহৃত'],
};

export const LOGIN_REASON_WORDS: Record<string, Name> = {
  unknown_account: ['No such account', 'এমন অ্যাকাউন্ট নেই'],
  wrong_password: ['Wrong password', 'ভুল পাসওয়ার্ড'],
  locked: ['Too many tries, waiting', 'বেশি চেষ্টা, অপেক্ষমাণ'],
  disabled: ['Account is not active', 'অ্যাকাউন্ট নিষ্ক্রিয়'],
  wrong_code: ['Wrong code', 'ভুল কোড'],
  token_reuse: ['Possibly a stolen session', 'সেশন চুরি হয়ে থাকতে পারে'],
};
