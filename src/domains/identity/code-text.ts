/** The SMS with a one-time code. */
import { type Speaker, smsText } from '#domains/settings/speaker.ts';
import { countSms } from '#shared/sms/sms.ts';
import { messages } from './message-texts.ts';

/** Phones fill a code in because of the line about its page. It is left off if the host is so long that it costs one more SMS. */
export function codeText(
  speaker: Speaker,
  { code, minutes, publicUrl }: { code: string; minutes: number; publicUrl: string },
): string {
  const facts = { code, minutes: speaker.write.digits(String(minutes)) };
  const whole = smsText(speaker, messages.code, {
    ...facts,
    page: `\n@${new URL(publicUrl).hostname} #${code}`,
  });
  const fits = countSms(whole).parts <= (messages.code.parts?.[speaker.language] ?? 1);
  return fits ? whole : smsText(speaker, messages.code, { ...facts, page: '' });
}
