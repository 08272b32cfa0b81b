/** Texts of rebates, a namespace of its own: pages without a rebate do not load them. */
export const en = {
  title: 'Rebates for payment in time',
  about:
    'A household that pays the whole bill early gets a share of its water charge on the next one. Rules count for bills issued from their day on. Planned by one person, approved by another.',
  new: 'Change the rules',
  none: 'No rebate',
  percent: 'Percentage of the water charge (%)',
  percent_help: 'Without VAT, sewer, fixed charge, arrears and surcharge. 0: no rebate.',
  days: 'To be paid within',
  days_help:
    'Days from the issue of the bill, or from its posting if that is later; the last one counts. The whole bill is to be paid by then.',
  days_of: '{{count, number}} days',
  most: 'The most for one bill',
  most_help: 'Empty: no limit.',
  no_limit: 'No limit',
  earliest: 'From {{day, day}} or later: bills were issued before it.',
  preview: {
    ask: 'Calculate for the last month',
    again: 'Calculate again',
    none: 'No bills were issued yet.',
    of: 'Bills of {{month}}',
    rebates: 'Paid in full in time',
    rebates_of: '{{count, number}} of {{bills, number}} bills · {{amount, money}}',
    open: 'Bills not paid yet, and still in time',
    most: 'If every bill was paid in time',
    most_of: 'All {{count, number}} · {{amount, money}}',
  },
  bill: {
    name: 'Rebate for payment in time',
    offered: 'Pay in full by {{day}}, and {{amount, money}} is credited to your next bill',
    offered_office: 'Paid in full by {{day}}, it gets {{amount, money}} on the next bill',
    earned: 'Paid in time: {{amount, money}} is credited to the next bill after {{day}}',
    amount: 'Rebate',
    credited: '{{amount, money}}, credited on {{day}}',
    taken_back: '{{amount, money}}, taken back on {{day}}',
    missed: 'None: not paid in full by {{day}}',
    how: 'How it came about',
    share: '{{percent}}% of the water charge of {{basis, money}}',
    share_most: '{{percent}}% of the water charge of {{basis, money}}, at most {{most, money}}',
    pay_by: 'To be paid by',
    why: 'Why',
    because: {
      CANCELLED: 'The bill was cancelled.',
      NOT_PAID: 'A payment was taken back, so that the bill was not paid in full by that day.',
      CORRECTED: 'The bill was corrected.',
    },
    charge: 'Asked for by bill',
  },
} as const;

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    rebates: typeof en;
  }
}
