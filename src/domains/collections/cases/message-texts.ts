/** What a household is told of its late bills by SMS and e-mail; the browser never shows it, so it is not in web/en.ts. */
import type { MessageText } from '#domains/settings/speaker.ts';

/** `connection`: its number; `day`: by which to pay. */
type Facts = { connection: string; amount: string; day: string; link: string };
export type CaseMessage =
  | 'reminder'
  | 'notice'
  | 'ordered'
  | 'cancelled'
  | 'waiting'
  | 'disconnected'
  | 'reconnecting'
  | 'openAgain'
  | 'planOpenAgain'
  | 'reconnected';

const subject = (en: string, bn: string): NonNullable<MessageText<Facts>['subject']> => ({
  en: ({ utility, connection }) => `${utility}: ${en} ${connection}`,
  bn: ({ utility, connection }) => `${utility}: ${bn} ${connection}`,
});

export const messages: Record<CaseMessage, MessageText<Facts>> = {
  reminder: {
    parts: { en: 1, bn: 3 },
    subject: subject('late bills of connection', 'বকেয়া বিল, সংযোগ'),
    en: ({ utility, connection, amount, day, link }) =>
      `${utility}: ${amount} is late for connection ${connection}. Please pay by ${day}: ${link}`,
    bn: ({ utility, connection, amount, day, link }) =>
      `${utility}: সংযোগ ${connection}-এর ${amount} বাকি। ${day}-এর মধ্যে দিন: ${link}`,
  },
  notice: {
    parts: { en: 2, bn: 3 },
    subject: subject('notice of disconnection, connection', 'সংযোগ বিচ্ছিন্ন করার নোটিশ, সংযোগ'),
    en: ({ utility, connection, amount, day, link }) =>
      `${utility}: NOTICE. ${amount} is late for connection ${connection}. If it is not paid by ${day}, the water can be cut off: ${link}`,
    bn: ({ utility, connection, amount, day, link }) =>
      `${utility}: ${day}-এর মধ্যে সংযোগ ${connection}-এর ${amount} না দিলে পানি বন্ধ হতে পারে: ${link}`,
  },
  ordered: {
    parts: { en: 2, bn: 3 },
    subject: subject('the water is to be cut off, connection', 'পানির সংযোগ বন্ধ করা হবে, সংযোগ'),
    en: ({ utility, connection, amount, link }) =>
      `${utility}: somebody comes to cut off connection ${connection}. Pay ${amount} now and nobody comes: ${link}`,
    bn: ({ utility, connection, amount, link }) =>
      `${utility}: সংযোগ ${connection} বন্ধ করতে কর্মী আসবেন। এখনই ${amount} দিলে আসবেন না: ${link}`,
  },
  cancelled: {
    parts: { en: 1, bn: 2 },
    subject: subject('the water is not cut off, connection', 'সংযোগ বন্ধ হবে না, সংযোগ'),
    en: ({ utility, connection }) =>
      `${utility}: connection ${connection} is not cut off: nobody comes. Thank you.`,
    bn: ({ utility, connection }) => `${utility}: সংযোগ ${connection} আর বন্ধ করা হবে না। ধন্যবাদ।`,
  },
  waiting: {
    parts: { en: 2, bn: 2 },
    subject: subject('your cheque is at the bank, connection', 'আপনার চেক ব্যাংকে, সংযোগ'),
    en: ({ utility, connection }) =>
      `${utility}: the bank has not paid your cheque for connection ${connection} yet. Until it does, nobody cuts off or connects the water.`,
    bn: ({ utility, connection }) =>
      `${utility}: সংযোগ ${connection}-এর চেকের টাকা ব্যাংক এখনো দেয়নি। ততদিন পানি বন্ধ বা চালু করা হবে না।`,
  },
  disconnected: {
    parts: { en: 2, bn: 2 },
    subject: subject('the water is cut off, connection', 'পানির সংযোগ বন্ধ, সংযোগ'),
    en: ({ utility, connection, amount, link }) =>
      `${utility}: connection ${connection} is cut off. Pay ${amount} and it is connected again: ${link}`,
    bn: ({ utility, connection, amount, link }) =>
      `${utility}: সংযোগ ${connection} বন্ধ। ${amount} দিলে আবার চালু হবে: ${link}`,
  },
  reconnecting: {
    parts: { en: 1, bn: 2 },
    subject: subject('the water comes back, connection', 'পানি আবার চালু হবে, সংযোগ'),
    en: ({ utility, connection }) =>
      `${utility}: thank you. Somebody is sent to connect the water of ${connection} again.`,
    bn: ({ utility, connection }) => `${utility}: ধন্যবাদ। সংযোগ ${connection} আবার চালু করতে কর্মী পাঠানো হচ্ছে।`,
  },
  openAgain: {
    parts: { en: 2, bn: 3 },
    subject: subject('the water is not connected, connection', 'পানি চালু হচ্ছে না, সংযোগ'),
    en: ({ utility, connection, amount, link }) =>
      `${utility}: nobody comes to connect ${connection}: the late bills are open again. Pay ${amount} and it is connected: ${link}`,
    bn: ({ utility, connection, amount, link }) =>
      `${utility}: সংযোগ ${connection} চালু হবে না: বিল আবার বাকি। ${amount} দিলে চালু হবে: ${link}`,
  },
  planOpenAgain: {
    parts: { en: 2, bn: 3 },
    subject: subject('the water is not connected, connection', 'পানি চালু হচ্ছে না, সংযোগ'),
    en: ({ utility, connection, link }) =>
      `${utility}: nobody comes to connect ${connection}: the first payment of your plan is open. Pay it and it is connected: ${link}`,
    bn: ({ utility, connection, link }) =>
      `${utility}: সংযোগ ${connection} চালু করতে কেউ আসবেন না: কিস্তির প্রথম টাকা বাকি। দিলে চালু হবে: ${link}`,
  },
  reconnected: {
    parts: { en: 1, bn: 2 },
    subject: subject('the water is back, connection', 'পানি আবার চালু, সংযোগ'),
    en: ({ utility, connection }) => `${utility}: connection ${connection} has water again.`,
    bn: ({ utility, connection }) => `${utility}: সংযোগ ${connection} আবার চালু হয়েছে।`,
  },
};
