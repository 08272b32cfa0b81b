/**
 * What a browser loads for the first visit of each page, in bytes as they travel and in requests, against the budgets: run after the build.
 * Counted are the document, the code and styles that the server names in it, with the texts of one language (Bengali, whose
 * are larger), the faces that a screen in this language needs, and the first answers of a household's pages.
 * test/e2e/phone-of-household.e2e.ts asks a real browser whether it loads anything else, or more.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type FirstView, writeDocument } from '#platform/http/document.ts';
import { firstViews } from '#platform/http/first-view/first-views.ts';
import { FIRST_LOADS, type FirstLoad } from './browser/first-load.ts';

type RouteClass = 'login' | 'consumer' | 'staff';
type Measured = { path: string; bytes: number; requests: number };

/** Pages and budgets of issue 9; staff sit at desks, and their pages share the consumers' files. */
const BUDGET_KB: Record<RouteClass, number> = { login: 200, consumer: 294, staff: 372 };
/**
 * The pages that a household opens all the time, with the calls that each makes at once and their bytes with headers, as
 * `npm run bench -- phone` shows them: the home or the bill, own applications, counters, profile; a bill also asks for the categories.
 */
const HOUSEHOLD: Record<string, { calls: number; bytes: number }> = {
  '/dashboard': { calls: 4, bytes: 5_600 },
  '/billing/invoice-list/$id': { calls: 5, bytes: 7_700 },
};
const HOUSEHOLD_KB = 260;
/** On a slow network each request costs, however small it is. */
const MOST_REQUESTS: Record<RouteClass, number> = { login: 12, consumer: 32, staff: 48 };
const DIST = 'dist';
const LOGIN_ROUTES = ['/login', '/registration', '/paper'];
/** Of an answer, with the policy that only the document has. */
const HEADER_BYTES = 360;
const DOCUMENT_HEADER_BYTES = 1300;
/** As long as that of a utility which has written all its texts. */
const CONFIG = {
  services: {},
  companyName: 'x'.repeat(60),
  texts: [...Array(40).keys()].join(' ').repeat(8),
};

const sizes = new Map<string, number>();
/** Bytes of a file of dist as the server sends it. */
function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const compressed = join(DIST, `${file}.br`);
  const size = readFileSync(existsSync(compressed) ? compressed : join(DIST, file)).length + HEADER_BYTES;
  sizes.set(file, size);
  return size;
}

function documentSize(files: readonly string[], firstView: FirstView | undefined): number {
  const template = readFileSync(join(DIST, 'index.html'), 'utf8');
  const document = writeDocument(template, { language: 'bn', config: CONFIG, files, firstView });
  // As the server compresses what it writes for each request; a first view is compressed once.
  const quality = firstView ? constants.BROTLI_MAX_QUALITY : 4;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return brotliCompressSync(document, { params }).length + DOCUMENT_HEADER_BYTES;
}

function classOf({ path, who }: FirstLoad): RouteClass {
  if (LOGIN_ROUTES.includes(path)) return 'login';
  return who.includes('consumer') ? 'consumer' : 'staff';
}

/** The faces of a Bengali screen: staff have Inter for their Latin letters. */
function facesOf(routeClass: RouteClass): string[] {
  const names = routeClass === 'staff' ? ['bengali', 'latin'] : ['bengali'];
  return names.map((name) => {
    const [face] = globSync(`assets/${name}-*.woff2`, { cwd: DIST });
    if (!face) throw new Error(`the build has no face ${name}`);
    return face;
  });
}

type ViewOf = (load: FirstLoad) => Promise<FirstView | undefined>;

async function measure(load: FirstLoad, viewOf: ViewOf): Promise<Measured> {
  const firstView = await viewOf(load);
  // Its styles are in the document.
  const loaded = load.files.bn.filter((file) => !firstView?.styles.has(file));
  const files = [...loaded, ...facesOf(classOf(load))];
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), documentSize(load.files.bn, firstView));
  const asked = HOUSEHOLD[load.path] ?? { calls: 0, bytes: 0 };
  return { path: load.path, bytes: bytes + asked.bytes, requests: files.length + 1 + asked.calls };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** Prints the figures; true if all are within their budget. */
export async function checkBundle(): Promise<boolean> {
  const file = join(DIST, FIRST_LOADS);
  if (!existsSync(file)) throw new Error(`${file} is missing: build the browser side first`);
  const loads = JSON.parse(readFileSync(file, 'utf8')) as FirstLoad[];
  const views = firstViews(DIST, loads, (error) => {
    throw error;
  });
  const viewOf: ViewOf = (load) => views(CONFIG, load, { language: 'bn', search: '' });
  let isWithin = true;
  for (const [name, pages] of Map.groupBy(loads, classOf)) {
    const measured = (await Promise.all(pages.map((load) => measure(load, viewOf)))).sort(
      (a, b) => b.bytes - a.bytes,
    );
    const [largest] = measured;
    if (!largest) continue;
    console.log(
      `${name} page: largest ${kilobytes(largest.bytes)} kB in ${largest.requests} requests (${largest.path}) of ${BUDGET_KB[name]} kB, ${pages.length} pages`,
    );
    for (const page of measured) {
      const isOften = page.path in HOUSEHOLD;
      const budget = isOften ? HOUSEHOLD_KB : BUDGET_KB[name];
      if (isOften)
        console.log(
          `  ${page.path} ${kilobytes(page.bytes)} kB in ${page.requests} requests of ${budget} kB`,
        );
      if (page.bytes <= budget * 1000 && page.requests <= MOST_REQUESTS[name]) continue;
      isWithin = false;
      console.log(
        `  over budget: ${page.path} ${kilobytes(page.bytes)} kB of ${budget} kB in ${page.requests} requests of ${MOST_REQUESTS[name]}`,
      );
    }
  }
  return isWithin;
}

if (import.meta.main && !(await checkBundle())) process.exitCode = 1;
