/** The list of tickets as a file. */
import { exportColumn as column, type ListExport, namePair } from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import type { listTicketsDownload } from './contract.ts';
import { bengali, english } from './names.rules.ts';
import { ticketList } from './queries.ts';

export const ticketsExport: ListExport<typeof listTicketsDownload> = {
  name: 'tickets',
  title: ['Support tickets', 'সহায়তার টিকিট'],
  list: (actor, query) => ticketList(actor, query),
  columns: [
    column('number', 'text', ['Ticket', 'টিকিট']),
    column('subject', 'text', ['Subject', 'বিষয়']),
    column('state', 'text', ['State', 'অবস্থা'], joinNames(english.states, bengali.states)),
    ...namePair(
      ['Category', 'ধরন'],
      column('categoryEn', 'text', ['Category', 'ধরন (ইংরেজি)']),
      column('categoryBn', 'text', ['Category (Bengali)', 'ধরন']),
    ),
    column('priority', 'text', ['Priority', 'অগ্রাধিকার'], joinNames(english.priorities, bengali.priorities)),
    ...namePair(
      ['Consumer', 'গ্রাহক'],
      column('consumerName', 'text', ['Consumer', 'গ্রাহক (ইংরেজি)']),
      column('consumerNameBn', 'text', ['Consumer (Bengali)', 'গ্রাহক']),
    ),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column(
      'channel',
      'text',
      ['How it came in', 'যেভাবে এসেছে'],
      joinNames(english.channels, bengali.channels),
    ),
    column('askedAt', 'instant', ['Written', 'লেখার সময়']),
    column('lastAt', 'instant', ['Last message', 'শেষ বার্তা']),
    column('dueAt', 'instant', ['Due', 'সময়সীমা']),
    column('agentName', 'text', ['Agent', 'দায়িত্বপ্রাপ্ত কর্মী']),
    column('reopened', 'number', ['Opened again', 'কতবার আবার খোলা']),
    column('stars', 'number', ['Stars', 'তারা']),
  ],
};
