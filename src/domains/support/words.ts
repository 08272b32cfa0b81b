/** What support calls its permissions, audit words, records and notices, in both languages. Read by both sides. */
import { type AuditOf, defineWords, type NoticesOf, type PermissionsOf, usual } from '#shared/words.ts';

export const words = defineWords({
  permissions: {
    support: {
      title: ['Support', 'সহায়তা'],
      features: {
        view: { name: usual.view, roles: ['reviewer', 'engineer', 'cashier', 'consumer'] },
        create: {
          name: ['Write tickets', 'টিকিট লেখা'],
          roles: ['reviewer', 'engineer', 'cashier', 'consumer'],
        },
        answer: {
          name: ['Answer tickets', 'টিকিটের উত্তর দেওয়া'],
          roles: ['reviewer', 'engineer'],
          seenBy: 'support:view',
        },
        assign: {
          name: ['Assign and reject', 'দায়িত্ব দেওয়া ও নামঞ্জুর করা'],
          roles: ['engineer'],
          seenBy: 'support:view',
        },
        manage: { name: ['Answer for every agent', 'যেকোনো কর্মীর হয়ে উত্তর দেওয়া'] },
      },
    },
  },
  audit: {
    'ticket.create': ['Ticket written', 'টিকিট লেখা হয়েছে'],
    'ticket.assign': ['Ticket assigned', 'টিকিটের দায়িত্ব দেওয়া হয়েছে'],
    'ticket.take': ['Ticket taken', 'টিকিটের দায়িত্ব নেওয়া হয়েছে'],
    'ticket.leave': ['Ticket without an agent', 'টিকিটের দায়িত্বে কেউ নেই'],
    'ticket.start': ['Work on a ticket started', 'টিকিটের কাজ শুরু হয়েছে'],
    'ticket.reply': ['Ticket answered', 'টিকিটের উত্তর দেওয়া হয়েছে'],
    'ticket.ask': ['Consumer asked about a ticket', 'টিকিট নিয়ে গ্রাহককে প্রশ্ন করা হয়েছে'],
    'ticket.answer': ['Consumer wrote in a ticket', 'গ্রাহক টিকিটে লিখেছেন'],
    'ticket.note': ['Note written in a ticket', 'টিকিটে নোট লেখা হয়েছে'],
    'ticket.order': ['Work asked for from a ticket', 'টিকিট থেকে কাজের অনুরোধ করা হয়েছে'],
    'ticket.field-done': ['Work of a ticket ended', 'টিকিটের মাঠের কাজ শেষ হয়েছে'],
    'ticket.field-again': ['Work of a ticket opened again', 'টিকিটের মাঠের কাজ আবার খোলা হয়েছে'],
    'ticket.resolve': ['Ticket resolved', 'টিকিটের সমাধান হয়েছে'],
    'ticket.reject': ['Ticket rejected', 'টিকিট নামঞ্জুর করা হয়েছে'],
    'ticket.lapse': ['Ticket resolved because nobody answered', 'উত্তর না আসায় টিকিট সমাধান ধরা হয়েছে'],
    'ticket.rate': ['Ticket rated', 'টিকিটের মূল্যায়ন করা হয়েছে'],
    'ticket.close': ['Ticket closed', 'টিকিট বন্ধ হয়েছে'],
    'ticket.reopen': ['Ticket opened again', 'টিকিট আবার খোলা হয়েছে'],
    'ticket.consumer': ['Ticket moved to another consumer', 'টিকিট অন্য গ্রাহকের নামে নেওয়া হয়েছে'],
    'ticket.owner-changed': ['Owner changed during a ticket', 'টিকিট চলাকালে মালিকানা পরিবর্তন হয়েছে'],
    'ticket.attachment-view': ['Attachment of a ticket opened', 'টিকিটের সংযুক্তি খোলা হয়েছে'],
  },
  objects: {
    ticket: ['Ticket', 'টিকিট'],
  },
  fields: {
    agent: ['Agent', 'দায়িত্বপ্রাপ্ত কর্মী'],
    ticketId: ['Ticket', 'টিকিট'],
    aboutNumber: ['Number that it is about', 'যে নম্বর নিয়ে'],
    seenUpTo: ['Read up to', 'যে পর্যন্ত পড়া'],
    orderState: ['State of the work order', 'কার্যাদেশের অবস্থা'],
    orderVersion: ['Version of the work order', 'কার্যাদেশের সংস্করণ'],
    files: ['Files', 'ফাইল'],
    reopened: ['Opened again', 'কতবার আবার খোলা'],
  },
  notices: [
    'support.asked',
    'support.noted',
    'support.assigned',
    'support.answered',
    'support.question',
    'support.left',
    'support.word',
    'support.resolved',
    'support.rejected',
    'support.reopened',
    'support.field_done',
    'support.field_again',
    'support.work_again',
    'support.owner_changed',
  ],
});

declare module '#shared/permissions.ts' {
  interface PermissionWords extends PermissionsOf<typeof words> {}
}
declare module '#shared/words.ts' {
  interface AuditWords extends AuditOf<typeof words> {}
  interface NoticeWords extends NoticesOf<typeof words> {}
}
