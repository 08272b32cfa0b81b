/** What states, priorities and ways in are called, in both languages: on screens and in files. */
import type { Channel, Priority, TicketState } from './ticket.rules.ts';

export const english = {
  states: {
    OPEN: 'New',
    ASSIGNED: 'Assigned',
    IN_PROGRESS: 'In progress',
    WAITING_CUSTOMER: 'Waits for the consumer',
    WAITING_FIELD: 'Waits for work',
    RESOLVED: 'Resolved',
    REJECTED: 'Rejected',
    CLOSED: 'Closed',
    REOPENED: 'Opened again',
  } satisfies Record<TicketState, string>,
  priorities: {
    LOW: 'Low',
    NORMAL: 'Normal',
    HIGH: 'High',
    URGENT: 'Urgent',
  } satisfies Record<Priority, string>,
  channels: { PORTAL: 'Website', COUNTER: 'Counter', PHONE: 'Phone' } satisfies Record<Channel, string>,
};

export const bengali: typeof english = {
  states: {
    OPEN: 'নতুন',
    ASSIGNED: 'দায়িত্ব দেওয়া হয়েছে',
    IN_PROGRESS: 'কাজ চলছে',
    WAITING_CUSTOMER: 'উত্তরের অপেক্ষায়',
    WAITING_FIELD: 'কাজের অপেক্ষায়',
    RESOLVED: 'সমাধান হয়েছে',
    REJECTED: 'নামঞ্জুর',
    CLOSED: 'শেষ',
    REOPENED: 'আবার খোলা',
  },
  priorities: { LOW: 'কম', NORMAL: 'সাধারণ', HIGH: 'বেশি', URGENT: 'জরুরি' },
  channels: { PORTAL: 'ওয়েবসাইট', COUNTER: 'কাউন্টার', PHONE: 'ফোন' },
};
