import type { staff } from './en-staff.ts';

export const en = {
  notices: {
    reminder: '{{minor, money}} is late for connection {{number}}. Please pay by {{day, day}}.',
    notice:
      'Notice: {{minor, money}} is late for connection {{number}}. Pay by {{day, day}}, or it can be cut off.',
    ordered: 'Somebody comes to cut off connection {{number}}. Pay {{minor, money}} now and nobody comes.',
    cancelled: 'Connection {{number}} is not cut off: nobody comes.',
    waiting:
      'The bank has not paid the cheque for connection {{number}} yet. Until it does, nobody cuts off or connects the water.',
    disconnected: 'Connection {{number}} is cut off. Pay {{minor, money}} and it is connected again.',
    reconnecting: 'Somebody is sent to connect the water of {{number}} again.',
    open_again: 'Nobody comes to connect {{number}}: what was paid for it is open again.',
    reconnected: 'Connection {{number}} has water again.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    collections: typeof en & typeof staff;
  }
}
