/**
 * The addresses that each role may open: its pages without a record, and a record of each kind that the demo town has
 * for it.
 */

import { type Db, one, sql } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { type BuiltInRole, PLANNING_ROLES } from '#shared/permissions.ts';
import { firstGrants } from '#shared/words.ts';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import type { Page, PagesFile, Who } from '#web/navigation/pages.ts';
import type { Title } from '#web/navigation/title.ts';

const files = await Promise.all(
  sourceFiles(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/).map(
    (file) => import(`${ROOT}/${file}`) as Promise<PagesFile>,
  ),
);
/** The pages of every domain; a new one's are looked at without a line here. */
export const PAGES: readonly Page[] = files.flatMap(({ pages }) => pages);

/** What staff call pages that households open too. */
const staffNames = Object.assign({}, ...files.map((file) => file.staffNames)) as Record<string, Title>;
/** Lines of the menu of households, whose page has the same heading; the home greets. */
const OWN_LINES = new Set(
  files.flatMap(({ menu }) => menu.filter(({ who }) => who.includes('consumer')).map(({ path }) => path)),
);
OWN_LINES.delete('/dashboard');

export type Address = { address: string; path: string; title: Title; heading: Title | null };

function whoIs(role: BuiltInRole): Exclude<Who, 'public'> {
  if (role === 'admin' || role === 'consumer') return role;
  return PLANNING_ROLES.includes(role) ? 'planning' : 'staff';
}

/** Addresses that a role may open, by the same rules as the menu and the router. */
export async function addressesOf(db: Db, role: BuiltInRole): Promise<Address[]> {
  const granted: readonly string[] = firstGrants(allWords, role);
  const own = PAGES.filter(
    ({ who, permission }) => who.includes(whoIs(role)) && (!permission || granted.includes(permission)),
  );
  const records = await recordsOf(db, role);
  return own.flatMap(({ path, title }) => {
    const found = records[path] ?? (path.includes('$') ? undefined : [path]);
    if (!found)
      throw new Error(`${path} of ${role}: say in addresses.ts which record of the demo town it shows`);
    const isConsumer = role === 'consumer';
    const name = (isConsumer ? undefined : staffNames[path]) ?? title;
    const heading = isConsumer && OWN_LINES.has(path) ? name : null;
    return found.map((address) => ({ address, path, title: name, heading }));
  });
}

/** Addresses of pages that show a record, by the page's path. */
async function recordsOf(db: Db, role: BuiltInRole): Promise<Record<string, string[]>> {
  const who = whoIs(role);
  if (who === 'consumer') return ownRecords(db);
  if (who === 'planning') return deskRecords(db, role);
  const ids = { ...(await one<Record<string, string>>(db, STAFF_IDS)), ...(await ownJob(db, role)) };
  const record = (id: string | undefined) => `/all-new-connections/${id}`;
  const tabs = ['documents', 'noc', 'survey', 'note', 'connection'];
  const applicationsShown =
    role === 'admin'
      ? [record(ids.pending), ...tabs.map((tab) => `${record(ids.installing)}?tab=${tab}`)]
      : // An installer sees the pool of meters to install, not that of surveys.
        [record(role === 'installer' ? ids.installing : ids.surveying)];
  return {
    '/all-new-connections/$id': applicationsShown,
    '/quick-application-list/$id': [`/quick-application-list/${ids.draft}`],
    '/customer-management/$id': ['', '?tab=connections', '?tab=history'].map(
      (tab) => `/customer-management/${ids.consumer}${tab}`,
    ),
    '/customer-management/$id/merge': [
      `/customer-management/${ids.consumer}/merge`,
      `/customer-management/${ids.consumer}/merge?with=${ids.other}`,
    ],
    // The demo town took its consumers over at once; add-places.e2e.ts walks through a file.
    '/customer-management/import/$id': [],
    '/material-rates/$id': [`/material-rates/${ids.material}`],
    '/billing/invoice-list/$id': [`/billing/invoice-list/${ids.invoice}`],
    '/billing/categories/$id': ids.category_change ? [`/billing/categories/${ids.category_change}`] : [],
    '/billing/empty-houses/$id': ids.empty_house ? [`/billing/empty-houses/${ids.empty_house}`] : [],
    '/billing/disputes/$id': [`/billing/disputes/${ids.dispute}`],
    // A town that began lately may have no bill that is far above the months before.
    '/billing/leaks/$id': ids.leak ? [`/billing/leaks/${ids.leak}`] : [],
    // A town that began lately has few bills that are late for long.
    '/billing/payment-plans/$id': [ids.plan, ids.proposed_plan].flatMap((id) =>
      id ? [`/billing/payment-plans/${id}`] : [],
    ),
    '/billing/dunning/$id': [`/billing/dunning/${ids.dunned}`],
    '/bill-run/$id': [`/bill-run/${ids.run}`],
    '/bill-run/$id/items': [`/bill-run/${ids.run}/items`],
    '/bill-print/$id': [`/bill-print/${ids.print}`, `/bill-print/${ids.stopped_print}`],
    '/bill-print/$id/parts': [`/bill-print/${ids.print}/parts`],
    '/bill-print/$id/bills': [`/bill-print/${ids.print}/bills`],
    '/configuration/billing/$id': [`/configuration/billing/${ids.tariff}`],
    '/configuration/billing/$id/edit': [`/configuration/billing/${ids.draft_tariff}/edit`],
    '/bulk-upload/$id': [`/bulk-upload/${ids.import}`],
    '/meter-reading/$id': [`/meter-reading/${ids.road}`],
    // Nobody asks to change a meter in the demo town.
    '/pending-meter-list/$id': [],
    '/meter-list/$id': [`/meter-list/${ids.meter}`],
    '/payment-history/$id': [`/payment-history/${ids.payment}`],
    '/user/user-list/$id': [`/user/user-list/${ids.user}`],
    '/refund/$id': [`/refund/${ids.refund}`],
    '/alarms/$id': [`/alarms/${ids.alarm}`],
    '/cheques/$id': [`/cheques/${ids.cheque}`],
    '/city-bank-download-history/compare': ['/city-bank-download-history/compare'],
    '/city-bank-report/$id': [`/city-bank-report/${ids.bank_file}`],
    '/owner-change-request-list/$id': [ids.change, ids.changed, ids.unpaid].map(
      (id) => `/owner-change-request-list/${id}`,
    ),
    '/all-new-connections': ['', '?view=board'].map((view) => `/all-new-connections${view}`),
    '/bulk-jobs/$id': [`/bulk-jobs/${ids.bulk}`],
    '/work-order-process': ['', '?view=board', '?view=calendar'].map((view) => `/work-order-process${view}`),
    '/work-order-list/$id': (role === 'installer'
      ? [ids.ordered]
      : [ids.reviewed, ids.ordered, ids.repaired]
    ).map((id) => `/work-order-list/${id}`),
    '/work-order-store': ['', '?page=1&tab=movements'].map((tab) => `/work-order-store${tab}`),
    '/work-order-repair/$id': [`/work-order-repair/${ids.ordered}`],
    ...ticketPages([ids.noted, ids.waiting, ids.opened_again]),
    '/wallet-list/wallet-details': ['', `?consumerId=${ids.wallet}`].map(
      (query) => `/wallet-list/wallet-details${query}`,
    ),
    '/take-payment': [
      '/take-payment',
      `/take-payment?connectionId=${ids.connection}`,
      `/take-payment?ownershipRequestId=${ids.unpaid}`,
    ],
  };
}

/** The specification's address names the ticket in its query; what the search finds has it in its path. */
const ticketPages = (ids: readonly (string | undefined)[]) => ({
  '/support-ticket-details': ids.map((id) => `/support-ticket-details?ticketId=${id}`),
  '/support-ticket-management/$id': ids.slice(0, 1).map((id) => `/support-ticket-management/${id}`),
});

/** A person sees their own bulk actions only. */
const ownJob = (db: Db, role: string) =>
  one<Record<string, string>>(
    db,
    sql`select (select j.id from bulk.jobs j join identity.users u on u.id = j.asked_by join roles.roles r on r.id = u.role_id
      where r.code = ${role} order by j.id limit 1) as bulk`,
  );

const application = (state: string, more = sql`true`) => sql`(select a.id from applications.applications a
  where a.state = ${state} and a.overlay is null and a.archived_at is null and ${more} order by a.id limit 1)`;

const STAFF_IDS = sql<Record<string, string>>`select ${application('PENDING')} as pending,
  ${application('DRAFT')} as draft,
  ${application('READY_TO_SURVEY', sql`exists (select from applications.surveys s where s.application_id = a.id)`)} as surveying,
  ${application('READY_FOR_METER_INSTALLATION')} as installing,
  (select id from billing.invoices where settled_minor < total_minor order by issued_on desc, id limit 1) as invoice,
  (select connection_id from billing.invoices where settled_minor < total_minor order by issued_on desc, id limit 1) as connection,
  (select consumer_id from billing.invoices where settled_minor < total_minor order by issued_on desc, id limit 1) as consumer,
  (select id from consumers.consumers order by id desc limit 1) as other,
  (select consumer_id from wallet.withdrawals order by asked_at limit 1) as wallet,
  (select id from billing.category_changes where state = 'APPROVED' order by proposed_at, id limit 1) as category_change,
  (select id from billing.empty_houses order by (state = 'WAITING') desc, proposed_at, id limit 1) as empty_house,
  (select id from billing.disputes where register_litres is not null and ended_at is null order by asked_at, id limit 1) as dispute,
  (select id from billing.leaks order by (state = 'WAITING') desc, asked_at, id limit 1) as leak,
  (select id from billing.payment_plans where state = 'ACTIVE' order by opened_at limit 1) as plan,
  (select id from billing.payment_plans where state = 'PROPOSED' limit 1) as proposed_plan,
  (select id from collections.cases order by (state = 'DISCONNECTED') desc, id limit 1) as dunned,
  (select id from billing.bill_runs where state = 'REVIEW' limit 1) as run,
  (select id from billing.prints where state = 'DONE' order by id limit 1) as print,
  (select id from billing.prints where state = 'CANCELLED' order by id limit 1) as stopped_print,
  (select id from billing.tariff_versions where state = 'APPROVED' order by id limit 1) as tariff,
  (select id from billing.tariff_versions where state = 'DRAFT' limit 1) as draft_tariff,
  (select id from meters.imports order by id desc limit 1) as import,
  (select meter_id from meters.readings where state = 'BILLED' order by id limit 1) as meter,
  (select road_id from meters.connections where metered_on is not null order by id limit 1) as road,
  (select id from payments.payments where state = 'APPROVED' order by id desc limit 1) as payment,
  (select id from payments.refunds limit 1) as refund,
  (select id from payments.alarms order by (kind = 'AMOUNT') desc, id limit 1) as alarm,
  (select id from payments.cheques order by (state = 'DISHONOURED') desc, id limit 1) as cheque,
  (select id from payments.bank_files limit 1) as bank_file,
  (select id from ownership.requests where state = 'READY_TO_APPROVE' limit 1) as change,
  (select id from ownership.requests where state = 'COMPLETED' limit 1) as changed,
  (select id from ownership.requests where state = 'READY_TO_PAY' limit 1) as unpaid,
  (select id from work_orders.orders where state = 'ON_REVIEW' order by id limit 1) as reviewed,
  (select id from work_orders.orders where state = 'IN_PROGRESS' order by id limit 1) as ordered,
  (select id from work_orders.orders where state = 'COMPLETED' order by id limit 1) as repaired,
  (select id from support.tickets where state = 'OPEN' order by id limit 1) as noted,
  (select id from support.tickets where state = 'WAITING_FIELD' order by id limit 1) as waiting,
  (select id from support.tickets where state = 'REOPENED' order by id limit 1) as opened_again,
  (select id from settings.materials order by id limit 1) as material,
  (select id from identity.users where email = 'surveyor@demo.test') as user`;

/** Of the household with a login. */
async function ownRecords(db: Db): Promise<Record<string, string[]>> {
  const ids = await one<Record<string, string>>(
    db,
    sql`with me as (select consumer_id from identity.users where email = 'consumer@demo.test')
      select (select a.id from applications.applications a where a.consumer_id = me.consumer_id order by a.id limit 1) as application,
        (select r.id from ownership.requests r where r.from_consumer_id = me.consumer_id limit 1) as change,
        (select o.id from work_orders.orders o where o.consumer_id = me.consumer_id order by o.id limit 1) as work,
        (select t.id from support.tickets t where t.consumer_id = me.consumer_id and t.state = 'WAITING_CUSTOMER' limit 1) as asked,
        (select t.id from support.tickets t where t.consumer_id = me.consumer_id and t.state = 'RESOLVED' limit 1) as resolved,
        (select i.id from billing.invoices i where i.consumer_id = me.consumer_id order by i.issued_on desc, i.id limit 1) as invoice,
        (select c.id from meters.connections c where c.consumer_id = me.consumer_id order by c.id limit 1) as connection,
        (select p.id from payments.payments p where p.consumer_id = me.consumer_id and p.state = 'APPROVED' order by p.id desc limit 1) as payment,
        (select p.id from payments.payments p where p.consumer_id = me.consumer_id and p.state = 'PROCESSING' limit 1) as undecided
      from me`,
  );
  return {
    '/customer/new-connections/$id': [`/customer/new-connections/${ids.application}`],
    // It leads to another page at once.
    '/n/$id': [],
    // The household of the demo town has none; payment-plans.e2e.ts looks at those of others.
    '/billing/payment-plans/$id': [],
    // leaks.e2e.ts looks at those of others.
    '/billing/leaks/$id': [],
    '/billing/categories/$id': [],
    '/billing/empty-houses/$id': [],
    '/billing/invoice-list/$id': [`/billing/invoice-list/${ids.invoice}`],
    '/payment-history/$id': [`/payment-history/${ids.payment}`],
    '/owner-change-request-list/$id': [`/owner-change-request-list/${ids.change}`],
    '/work-order-list/$id': [`/work-order-list/${ids.work}`],
    ...ticketPages([ids.asked, ids.resolved]),
    '/pay': ['/pay', `/pay?connectionId=${ids.connection}`, `/pay?applicationId=${ids.application}`],
    // One screen that shows what the server knows, not what the path says.
    '/payment/approved': [`/payment/approved?payment=${ids.payment}`],
    '/payment/redirect': [`/payment/redirect?payment=${ids.undecided}`],
    '/payment/canceled': [],
    '/payment/declined': [],
  };
}

/** The queue of the desk, and an application on it with its decision. */
async function deskRecords(db: Db, role: BuiltInRole): Promise<Record<string, string[]>> {
  const { id } = await one<{ id: string }>(
    db,
    sql`select s.application_id as id from applications.noc_steps s
      where s.state = 'OPEN' and s.role_code = ${role} order by s.application_id limit 1`,
  );
  const { bulk } = await ownJob(db, role);
  return {
    ...Object.fromEntries(
      ['/noc-from-rajuk', '/pm-panel', '/pd_panel'].map((path) => [path, [path, `${path}?id=${id}`]]),
    ),
    '/bulk-jobs/$id': [`/bulk-jobs/${bulk}`],
  };
}
