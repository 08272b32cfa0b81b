/** Lighthouse's own mobile run of pages, signed in as the household if a page needs that. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';

type Run = {
  browserPath: string;
  url: string;
  pages: Record<string, string>;
  /** What the sign-in stores. */
  session: { name: string; value: string }[];
  language: string;
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const GOALS: Record<(typeof CATEGORIES)[number], number> = {
  performance: 0.95,
  accessibility: 1,
  'best-practices': 1,
  seo: 1,
};

export async function lighthouseScores({ browserPath, url, pages, session, language }: Run) {
  const profile = mkdtempSync(join(tmpdir(), 'jolkol-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const scores: Record<string, Record<string, unknown>> = {};
  const missed: string[] = [];
  try {
    await context.addCookies([{ name: 'i18next', value: language, url }]);
    for (const [name, path] of Object.entries(pages)) {
      if (name !== 'login') await store(context, url, session);
      const result = await lighthouse(`${url}${path}`, {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        // The session is in the browser's storage.
        disableStorageReset: true,
      });
      if (!result) throw new Error('Lighthouse gave no result');
      const { categories, audits, runtimeError } = result.lhr;
      if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
      scores[name] = { lcp_ms: Math.round(audits['largest-contentful-paint']?.numericValue ?? 0) };
      for (const category of CATEGORIES) {
        const score = categories[category]?.score ?? 0;
        Object.assign(scores[name], { [category]: score });
        if (score >= GOALS[category]) continue;
        const wrong = (categories[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
          .map(({ id }) => `${id} ${audits[id]?.displayValue ?? issuesOf(audits[id]?.details)}`.trim());
        missed.push(`Lighthouse ${name} ${category}: ${score} of ${GOALS[category]} (${wrong.join(', ')})`);
      }
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return { pages: scores, missed };
}

/** What Chrome complains of, by its own names. */
function issuesOf(details: unknown): string {
  const { items = [] } = (details ?? {}) as { items?: { issueType?: string }[] };
  return items.map(({ issueType }) => issueType ?? '').join(' ');
}

type Context = Awaited<ReturnType<typeof chromium.launchPersistentContext>>;

async function store(context: Context, url: string, session: Run['session']): Promise<void> {
  const page = await context.newPage();
  // Stored data belongs to an address; this file is the smallest one there.
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate(
    `for (const { name, value } of ${JSON.stringify(session)}) localStorage.setItem(name, value)`,
  );
  await page.close();
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
