/** The sidebar of each role is the specification's (§2, "Sidebar by role"), line by line; ours come after it. */
import { expect, test } from 'vitest';
import { allWords } from '#platform/words/all-words.ts';
import { seenBy } from '#platform/words/work-words.ts';
import { firstGrants } from '#shared/words.ts';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import { type Visitor, visibleMenu } from '../session/access.ts';
import { countOf } from '../state/counters.ts';
import { familyOf, menuTree, sidebarEntries } from './menu.ts';
import type { PagesFile } from './pages.ts';

const files = await Promise.all(
  sourceFiles(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/).map(
    (file) => import(`${ROOT}/${file}`) as Promise<PagesFile>,
  ),
);
const menu = files.flatMap((file) => file.menu);

type Line = [title: string, path: string, badge?: string];
type Specified = { group: string; lines: Line[] };

/** A group of one line that is the group itself. */
const link = (title: string, path: string): Specified => ({ group: title, lines: [[title, path]] });
const applications = (key: string) => `application_count.${key}`;

const ADMIN: Specified[] = [
  link('Dashboard', '/dashboard'),
  link('Role Management', '/user/role-list'),
  link('User Management', '/user/user-list'),
  link('Customer Management', '/customer-management'),
  {
    group: 'Application Management',
    lines: [
      ['Quick Application', '/quick-application-list', 'quick.item_count'],
      ['New Applications', '/new-connections', applications('pending')],
      ['NoC From Rajuk', '/noc-from-rajuk', applications('waiting_for__review')],
      ['Connection Letter', '/connection-letter', applications('waiting_for__meter__number')],
      ['Site Survey', '/site-survey', applications('ready_to__survey')],
      ['Demand Note & Payment', '/demand-note-payment', applications('ready_to__pay')],
      ['Meter Installation', '/meter-installation', applications('ready_for__meter__installation')],
      ['All Application List', '/all-new-connections'],
    ],
  },
  {
    group: 'Work Order Management',
    lines: [
      ['Work Order List', '/work-order-list', 'work_order.pending'],
      [
        'Work Order Process',
        '/work-order-process',
        'work_order.accepted+work_order.re__open+work_order.in__progress+work_order.assigned',
      ],
      ['Review and Verify', '/work-order-review', 'work_order.on__review'],
      ['Work Order Payment', '/work-order-payment'],
      ['All Work Order', '/all-work-order'],
    ],
  },
  {
    group: 'Meter Management',
    lines: [
      ['Meter Reading', '/meter-reading'],
      // The badge is ours.
      ['Preview & Review', '/preview-review', 'reading_count.flagged'],
      ['Unread Meter Readings', '/unread-meter-readins'],
    ],
  },
  {
    group: 'Meter Change Management',
    lines: [
      ['Connection List', '/connection-meter-list'],
      ['Confirm Meter Reading', '/deactivate-meter-readings', 'meter_change_count.finals'],
      ['New Meter Request List', '/pending-meter-list', 'meter_change_count.requests'],
    ],
  },
  {
    group: 'Billing Management',
    lines: [
      ['Billing List', '/billing/billing-list'],
      ['Invoice List', '/billing/invoice-list', 'invoice_count.item_count'],
    ],
  },
  {
    group: 'Payment History',
    lines: [
      ['Application Survey', '/payment-history?source=APPLICATION_SURVEY'],
      ['Invoice', '/payment-history?source=INVOICE'],
      ['Work Order Survey', '/payment-history?source=WORK_ORDER_SURVEY'],
    ],
  },
  {
    group: 'Ownership Change',
    lines: [
      ['Application List', '/owner-ship-change-application-list'],
      ['Changes Request List', '/owner-change-request-list'],
      ['Owner Change History', '/ownership-change-history'],
    ],
  },
  {
    group: 'Report Management',
    lines: [
      ['Consumption', '/consumption-report'],
      ['Connection Statistics', '/connection-statistics-report'],
      ['Customer Complaint', '/customer-complaint-report'],
      ['Bill Status', '/bill-status-report'],
      ['Wallet', '/wallet-report'],
      ['Status Breakdown', '/status-breakdown-report'],
      ['Ledger', '/ledger-report'],
      ['Ledger Extended', '/ledger-extended-report'],
      ['City Bank', '/city-bank-report'],
      ['City Bank History', '/city-bank-download-history'],
    ],
  },
  { group: 'Production History', lines: [['Pump Production History', '/pump-production-report']] },
  {
    group: 'Support Management',
    lines: [['Support Management', '/support-ticket-management', 'support_ticket.ours']],
  },
  link('SMS & Email Management', '/sms-manage'),
  link('Wallet Management', '/wallet-list'),
  link('Email Management', '/email-management/list'),
  {
    group: 'Log Management',
    lines: [
      ['Login/Logout Log', '/login-logout'],
      ['Audit Logs', '/audit-management'],
    ],
  },
  {
    group: 'Settings',
    lines: [
      ['Sector', '/sector'],
      ['Road', '/road'],
      ['Materials', '/materials/FIXED'],
      ['Active Meter List', '/active-meter-list?type=active'],
      ['Configuration', '/settings'],
    ],
  },
];

const CONSUMER: Specified[] = [
  link('Dashboard', '/dashboard'),
  {
    group: 'Application Management',
    lines: [
      ['Quick Application', '/quick-application-list', 'quick.item_count'],
      ['All Application', '/customer/new-connections'],
    ],
  },
  {
    group: 'Billing',
    lines: [
      ['Billing List', '/billing/billing-list'],
      ['Invoice List', '/billing/invoice-list', 'invoice_count.item_count'],
    ],
  },
  {
    group: 'Ownership Change',
    lines: [
      ['Application List', '/owner-ship-change-application-list'],
      ['Changes Request List', '/owner-change-request-list'],
    ],
  },
  {
    group: 'Payment History',
    lines: [
      ['Application Survey', '/payment-history?source=APPLICATION_SURVEY'],
      ['Invoice', '/payment-history?source=INVOICE'],
    ],
  },
  link('Wallet Manage', '/customer-wallet-manage'),
  link('Support Ticket List', '/support-ticket-management'),
  link('Archived Applications', '/archived-application-list'),
];

/** One line to the queue of one's own desk, with one number; the other panels are there by their address. */
const planning = (path: string): Specified[] => [
  link('Dashboard', '/dashboard'),
  {
    group: 'NOC processing',
    lines: [['NOC processing', path, 'application_count.waiting_for__review']],
  },
];

/**
 * Lines whose domain is not built yet: each is taken out of this list with the issue that builds it. A line that is
 * there already fails here, so that none is forgotten.
 */
const LATER = [
  ...[
    '/consumption-report',
    '/connection-statistics-report',
    '/customer-complaint-report',
    '/bill-status-report',
  ],
  ...['/status-breakdown-report', '/ledger-report', '/ledger-extended-report'],
  '/pump-production-report',
  ...['/sms-manage', '/email-management/list'],
];

/**
 * Ours: behind the specified lines of their group. For staff the line itself names the reason (`beyond`); a line more in the
 * sidebar of a household or of the planning authority is a decision that is written down here.
 */
const OURS: Partial<Record<Visitor['who'], readonly string[]>> = {
  admin: menu.flatMap(({ beyond, path }) => (beyond ? [path] : [])),
  consumer: [
    ...['/pay', '/customer/add-connection', '/customer/shared-access', '/repair-request'],
    '/customer/own-reading',
  ],
};

function shown(visitor: Visitor): Specified[] {
  return menuTree(sidebarEntries(visibleMenu(menu, visitor)), visitor.who === 'consumer').map(
    ({ group, entries }) => ({
      group: group.title.en,
      lines: entries.map((entry): Line => {
        const { page: _, ...named } = entry.query ?? {};
        const query = new URLSearchParams(named as Record<string, string>).toString();
        const path = query ? `${entry.path}?${query}` : entry.path;
        // A group that is its one line has that line's name.
        const title = group.type === 'link' && entries.length === 1 ? group.title.en : entry.title.en;
        return entry.count ? [title, path, entry.count.join('+')] : [title, path];
      }),
    }),
  );
}

const bare = (path: string) => path.split('?')[0] ?? '';
const isBuilt = ([, path]: Line) => !LATER.includes(bare(path));
/** The specified sidebar, as far as it is built. */
const expected = (specified: readonly Specified[]) =>
  specified
    .map(({ group, lines }) => ({ group, lines: lines.filter(isBuilt) }))
    .filter(({ lines }) => lines.length > 0);

const NO_WORDS: Visitor['words'] = new Set();
const planner = (role: string) => ({ who: 'planning', role, words: NO_WORDS }) as const;

test.each([
  ['admin staff', ADMIN, { who: 'admin', words: NO_WORDS }],
  ['consumer', CONSUMER, { who: 'consumer', words: NO_WORDS }],
  ['engineers of the planning authority', planning('/noc-from-rajuk'), planner('rajukSAE')],
  ['assistant engineers of the planning authority', planning('/noc-from-rajuk'), planner('rajukAE')],
  ['manager of the planning authority', planning('/pm-panel'), planner('rajukPM')],
  ['director of the planning authority', planning('/pd_panel'), planner('rajukPD')],
] as const)('%s', (_who, specified, visitor) => {
  const all = shown(visitor);
  const isOurs = (group: string, [, path]: Line) =>
    OURS[visitor.who]?.includes(bare(path)) &&
    !specified.some((entry) => entry.group === group && entry.lines.some(([, line]) => line === path));
  for (const { group, lines } of all) {
    const first = lines.findIndex((line) => isOurs(group, line));
    if (first >= 0)
      expect(
        lines.slice(first).every((line) => isOurs(group, line)),
        group,
      ).toBe(true);
  }
  const theirs = all
    .map(({ group, lines }) => ({ group, lines: lines.filter((line) => !isOurs(group, line)) }))
    .filter(({ lines }) => lines.length > 0);
  expect(theirs).toEqual(expected(specified));
});

test('a role with few words: the same lines in the same order, fewer of them, nothing for admins only', () => {
  const visitor: Visitor = {
    who: 'staff',
    words: new Set(['dashboard:view', 'sectors:view', 'meters:view']),
  };
  const paths = shown(visitor).flatMap(({ lines }) => lines.map(([, path]) => path));
  expect(paths).toEqual([
    '/dashboard',
    '/connection-meter-list',
    '/pending-meter-list',
    '/sector',
    '/active-meter-list?type=active',
  ]);
  const cashier: Visitor = { who: 'staff', words: new Set(firstGrants(allWords, 'cashier')) };
  const groups = shown(cashier).map(({ group }) => group);
  expect(groups).toEqual(ADMIN.map(({ group }) => group).filter((group) => groups.includes(group)));
  expect(groups).not.toContain('Role Management');
});

test('a page that is reached from a list is in the row of that list; who may not see the list has it in the sidebar', () => {
  const family = (...words: string[]) => {
    const own = visibleMenu(menu, { who: 'staff', words: new Set(words) });
    return [familyOf('/alarms', own).map(({ path }) => path), sidebarEntries(own).map(({ path }) => path)];
  };
  expect(family('payments:view', 'payments:alarms')).toEqual([
    ['/payment-history', '/alarms'],
    ['/payment-history', '/payment-history', '/payment-history'],
  ]);
  expect(family('payments:alarms')).toEqual([[], ['/alarms']]);
  expect(familyOf('/settings', menu)).toEqual([]);
  const lists = new Set(menu.map(({ path }) => path));
  expect(menu.filter(({ reachedFrom }) => reachedFrom && !lists.has(reachedFrom))).toEqual([]);
});

test('what is asked for about bills has lines behind the specified ones, each for who may see it', () => {
  const ASKED = {
    '/billing/disputes': 'disputes:view',
    '/billing/leaks': 'leaks:view',
    '/billing/payment-plans': 'payment-plans:view',
    '/billing/categories': 'connection-categories:view',
    '/billing/empty-houses': 'empty-houses:view',
  };
  const of = (words: string[]) =>
    shown({ who: 'staff', words: new Set(words) }).flatMap(({ group, lines }) =>
      lines.map(([, path]) => `${group} ${bare(path)}`),
    );
  const lines = Object.keys(ASKED).map((path) => `Billing Management ${path}`);
  expect(of(Object.values(ASKED))).toEqual(lines);
  expect(of([...Object.values(ASKED), 'invoices:view', 'collections:view', 'bill-runs:view'])).toEqual([
    ...['Billing Management /billing/billing-list', 'Billing Management /billing/invoice-list'],
    ...[...lines, 'Billing Management /bill-run'],
  ]);
  for (const [path, word] of Object.entries(ASKED))
    expect(of([word])).toEqual([`Billing Management ${path}`]);
});

test('the six configuration pages are beside each other, in the order of the specification', () => {
  const beside = menuTree(visibleMenu(menu, { who: 'admin', words: NO_WORDS })).find(
    ({ group }) => group.type === 'beside',
  );
  expect(beside?.entries.map(({ title, path }) => [title.en, path])).toEqual([
    ['Website', '/configuration/website'],
    ['Vat Configuration', '/configuration/vat'],
    ['Billing', '/configuration/billing'],
    ['Email', '/configuration/email'],
    ['SMS', '/configuration/sms'],
    ['Wallet', '/configuration/wallet'],
  ]);
});

test('lines of later domains are not there yet', () => {
  const paths = new Set(menu.map(({ path }) => path));
  expect(LATER.filter((path) => paths.has(path))).toEqual([]);
});

test('a badge is the sum of its counters; Work Order Process sums four', () => {
  const counters = { work_order: { accepted: 1, re__open: 2, in__progress: 4, assigned: 8, pending: 100 } };
  const process = ADMIN.flatMap(({ lines }) => lines).find(([title]) => title === 'Work Order Process');
  expect(countOf(counters, process?.[2]?.split('+'))).toBe(15);
  expect(countOf({}, ['quick.item_count'])).toBe(0);
});

test('a line or page for some work asks for the word to open it, too', () => {
  const named = [
    ...menu.map(({ path, match, sees }) => [path, match, sees] as const),
    ...files.flatMap(({ pages }) =>
      pages.map(({ path, permission, sees }) => [path, permission, sees] as const),
    ),
  ];
  const wrong = named.filter(([, word, sees]) => word && seenBy(word) !== sees);
  expect(wrong).toEqual([]);
  expect(named.some(([, , sees]) => sees)).toBe(true);
});
