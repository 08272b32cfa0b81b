/**
 * A householder's cheap phone on a slow network: the built program with a small demo town, Chromium with a tenth of a
 * second's worth of processor and two networks (Chrome's own throttling). Login, the consumer's dashboard and one bill
 * are opened with an empty cache and once more with what the first visit left; then a bill is paid.
 *
 * Result: for each network and page kB (as transferred, headers included), requests, LCP and CLS of the first and the
 * second visit, the requests of paying, Lighthouse's mobile scores, and which goals are missed. Before it: tables of
 * what each first visit loads.
 *
 * Arguments: `--rounds 1` (3 unless given; times are medians), `--language en` (bn unless given), `--no-lighthouse`.
 */
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { loadDemoTown } from '#app/demo/load-demo-town.ts';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { login } from '#domains/identity/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { type Program, startProgram } from '#test/e2e/program.ts';
import { ZONE } from '#test/zone.ts';
import { ensureBrowser } from '#tools/test-programs.ts';
import { lighthouseScores } from './lighthouse.ts';
import { type Loaded, type Network, printLoaded, watchNetwork } from './network.ts';

const NETWORKS: Record<'slow' | 'usual', Network> = {
  slow: { kbps: 400, latency_ms: 400 },
  usual: { kbps: 1600, latency_ms: 150 },
};
const SLOWER_PROCESSOR = 4;
/** Nothing under way for so long: the page is there. The slow processor is busy for up to a second in between. */
const QUIET_MS = 2000;
const LONGEST_MS = 90_000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const TOWN = { connections: 150, months: 4 };

type NetworkName = keyof typeof NETWORKS;
type Goal = { kB?: number; requests?: number; slow_ms: number; usual_ms: number };
const COLD: Record<string, Goal> = {
  login: { kB: 200, slow_ms: 4000, usual_ms: 1500 },
  dashboard: { kB: 260, requests: 20, slow_ms: 6000, usual_ms: 2000 },
  bill: { kB: 260, requests: 20, slow_ms: 6000, usual_ms: 2000 },
};
const WARM_MS = 1500;
const PAYING_REQUESTS = 12;
const CLS = 0.05;

type Visit = { kB: number; requests: number; lcp_ms: number; cls: number; loaded: Loaded[] };
type Stored = { name: string; value: string }[];

/** Runs in the browser before anything of the page: what its own observers say. */
const OBSERVE = `
  window.seen = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.seen.lcp = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.cls += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });`;

export async function run(args: string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      language: { type: 'string', default: 'bn' },
      lighthouse: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });
  const { CHROMIUM_PATH, WHOLE_CHROMIUM_PATH } = ensureBrowser();
  const program = await startProgram();
  try {
    await fill(program);
    const session = await signIn(program);
    const billPath = `/billing/invoice-list/${await newestBill(program)}`;
    const pages = { login: '/login', dashboard: '/dashboard', bill: billPath };
    const browser = await chromium.launch({
      executablePath: CHROMIUM_PATH,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const phone: Phone = { browser, url: program.url, language: values.language, session };
    const result: Record<string, unknown> = {};
    const missed: string[] = [];
    for (const network of Object.keys(NETWORKS) as NetworkName[]) {
      const measured: Record<string, unknown> = {};
      for (const [name, path] of Object.entries(pages)) {
        const rounds: { cold: Visit; warm: Visit }[] = [];
        for (let round = 0; round < Number(values.rounds); round += 1)
          rounds.push(await visitTwice(phone, network, path, name !== 'login'));
        const cold = median(rounds.map((round) => round.cold));
        const warm = median(rounds.map((round) => round.warm));
        if (network === 'slow') printLoaded(`${name}, first visit`, cold.loaded);
        missed.push(...missesOf(name, network, cold, warm));
        measured[name] = { cold: figures(cold), warm: figures(warm) };
      }
      const paying = await pay(phone, network, billPath);
      if (network === 'slow') printLoaded('paying', paying);
      if (paying.length > PAYING_REQUESTS) missed.push(`${network} paying: ${paying.length} requests`);
      result[network] = { ...measured, paying: { requests: paying.length, kB: kilobytes(paying) } };
    }
    await browser.close();
    if (values.lighthouse) {
      const scores = await lighthouseScores({
        browserPath: WHOLE_CHROMIUM_PATH,
        url: program.url,
        pages,
        session,
        language: values.language,
      });
      result.lighthouse = scores.pages;
      missed.push(...scores.missed);
    }
    return { language: values.language, ...result, missed };
  } finally {
    await program.stop();
  }
}

async function fill({ database, dataFolder }: Program): Promise<void> {
  const files = {
    store: localStore({ folder: `${dataFolder}/files`, secret: Buffer.alloc(32), linkBase: '/files' }),
    temporaryFolder: `${dataFolder}/uploads`,
  };
  const clock = { timeZone: ZONE, now: () => new Date() };
  await loadDemoTown({
    db: database.db,
    files,
    secrets: makeSecrets(),
    clock,
    log: { info: () => undefined },
    ...TOWN,
  });
}

/** What the sign-in form stores in the browser. */
async function signIn({ url }: Program): Promise<Stored> {
  const answer = await fetch(`${url}/api/${login.service}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: CONSUMER_EMAIL, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as {
    data: Record<'profile' | 'permissions', unknown> & { response: { AuthenticationResult: unknown } };
  };
  const stored = {
    userProfileData: data.profile,
    userPermission: data.permissions,
    userDataSavedAt: Date.now(),
    userData: data.response.AuthenticationResult,
  };
  return Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

/** The household's newest bill with something to pay. */
async function newestBill({ database }: Program): Promise<string> {
  const { id } = await one<{ id: string }>(
    database.db,
    sql`select i.id from billing.invoices i join identity.users u on u.consumer_id = i.consumer_id
      where u.email = ${CONSUMER_EMAIL} and i.cancelled_on is null and i.settled_minor < i.total_minor
      order by i.period desc, i.id limit 1`,
  );
  return id;
}

type Phone = { browser: Browser; url: string; language: string; session: Stored };

/** A phone of its own, nothing in its cache. */
async function unpack(
  { browser, url, language, session }: Phone,
  isSignedIn: boolean,
): Promise<BrowserContext> {
  const { hostname } = new URL(url);
  const context = await browser.newContext({
    ...PHONE,
    locale: language === 'bn' ? 'bn-BD' : 'en-GB',
    timezoneId: ZONE,
    storageState: {
      cookies: [
        {
          name: 'i18next',
          value: language,
          domain: hostname,
          path: '/',
          expires: -1,
          httpOnly: false,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: isSignedIn ? [{ origin: url, localStorage: session }] : [],
    },
  });
  await context.addInitScript(OBSERVE);
  return context;
}

async function slowDown(page: Page, name: NetworkName): Promise<CDPSession> {
  const chrome = await page.context().newCDPSession(page);
  const { kbps, latency_ms } = NETWORKS[name];
  const throughput = (kbps * 1000) / 8;
  await chrome.send('Network.enable');
  await chrome.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: latency_ms, downloadThroughput: throughput, uploadThroughput: throughput },
  });
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  return chrome;
}

/** The first visit, and the next one with what the first left in the cache. */
async function visitTwice(phone: Phone, network: NetworkName, path: string, isSignedIn: boolean) {
  const context = await unpack(phone, isSignedIn);
  const visit = async () => {
    const page = await context.newPage();
    const traffic = watchNetwork(await slowDown(page, network));
    await page.goto(`${phone.url}${path}`, { waitUntil: 'commit', timeout: LONGEST_MS });
    await page.locator('h1').first().waitFor({ timeout: LONGEST_MS });
    await traffic.quiet(QUIET_MS, LONGEST_MS);
    const { lcp, cls } = await page.evaluate<{ lcp: number; cls: number }>('window.seen');
    const loaded = traffic.loaded();
    await page.close();
    return { kB: kilobytes(loaded), requests: loaded.length, lcp_ms: lcp, cls, loaded };
  };
  const cold = await visit();
  const warm = await visit();
  await context.close();
  return { cold, warm };
}

/** From the button on the bill to the bank and back, until the receipt is shown; a small part of what is owed. */
async function pay(phone: Phone, network: NetworkName, billPath: string): Promise<Loaded[]> {
  const context = await unpack(phone, true);
  const page = await context.newPage();
  const traffic = watchNetwork(await slowDown(page, network));
  await page.goto(`${phone.url}${billPath}`, { timeout: LONGEST_MS });
  await page.locator('h1').first().waitFor({ timeout: LONGEST_MS });
  await traffic.quiet(QUIET_MS, LONGEST_MS);
  const before = traffic.loaded().length;
  await page.locator('main button', { hasText: '৳' }).first().click();
  const amount = page.locator('main form input').first();
  await amount.waitFor({ timeout: LONGEST_MS });
  await amount.fill(network === 'slow' ? '10' : '11');
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/\/sandbox-bank\//, { timeout: LONGEST_MS });
  await page.locator('button').first().click();
  await page.waitForURL(/\/payment\/approved/, { timeout: LONGEST_MS });
  await page.locator('main h2').first().waitFor({ timeout: LONGEST_MS });
  await traffic.quiet(QUIET_MS, LONGEST_MS);
  const loaded = traffic.loaded().slice(before);
  await context.close();
  return loaded;
}

const kilobytes = (loaded: readonly Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
const figures = ({ kB, requests, lcp_ms, cls }: Visit) => ({
  kB: Math.round(kB),
  requests,
  lcp_ms: Math.round(lcp_ms),
  cls: Number(cls.toFixed(3)),
});

/** The visit in the middle by its LCP. */
function median(visits: Visit[]): Visit {
  const middle = visits.toSorted((a, b) => a.lcp_ms - b.lcp_ms)[Math.floor(visits.length / 2)];
  if (!middle) throw new Error('no visit');
  return middle;
}

function missesOf(name: string, network: NetworkName, cold: Visit, warm: Visit): string[] {
  const goal = COLD[name];
  if (!goal) return [];
  const at = `${network} ${name}`;
  const lcp_ms = network === 'slow' ? goal.slow_ms : goal.usual_ms;
  return [
    cold.kB > (goal.kB ?? Number.POSITIVE_INFINITY) ? `${at}: ${Math.round(cold.kB)} kB of ${goal.kB}` : '',
    cold.requests > (goal.requests ?? Number.POSITIVE_INFINITY)
      ? `${at}: ${cold.requests} requests of ${goal.requests}`
      : '',
    cold.lcp_ms > lcp_ms ? `${at}: LCP ${Math.round(cold.lcp_ms)} ms of ${lcp_ms}` : '',
    name !== 'login' && warm.lcp_ms > WARM_MS
      ? `${at}, again: LCP ${Math.round(warm.lcp_ms)} ms of ${WARM_MS}`
      : '',
    Math.max(cold.cls, warm.cls) > CLS
      ? `${at}: CLS ${Math.max(cold.cls, warm.cls).toFixed(3)} of ${CLS}`
      : '',
  ].filter(Boolean);
}
