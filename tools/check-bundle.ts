/**
 * Size of the JavaScript that each screen needs before it shows, gzipped, against the budgets: run after
 * `vite build`. Counted are the entry, the frame, the screen, all they import, and its texts in Bengali (the
 * larger ones); consumer screens also load the header's application selector.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page, PagesFile } from '../src/web/navigation/pages.ts';

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;
type RouteClass = 'login' | 'consumer' | 'staff';
type Measured = { path: string; bytes: number };

const BUDGET_KB: Record<RouteClass, number> = { login: 180, consumer: 230, staff: 330 };
const DIST = 'dist';
const ENTRY = 'index.html';
const FRAME = 'src/web/layout/app-frame.tsx';
const STAFF = 'src/browser-staff.ts';
const SELECTOR = 'src/web/layout/header/application-selector.tsx';
const LOGIN_ROUTES = ['/login', '/registration'];
const COMMON_TEXTS = 'src/web/texts/bn.ts';

/** Every chunk that these modules need before they run. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: string) => {
    const chunk = manifest[module];
    if (!chunk || seen.has(module)) return;
    seen.add(module);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return files;
}

const sizes = new Map<string, number>();
/** Gzipped bytes of a file of dist. */
function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(DIST, file)), { level: 6 }).length;
  sizes.set(file, size);
  return size;
}

function classOf(page: Page): RouteClass {
  if (LOGIN_ROUTES.includes(page.path)) return 'login';
  return page.who.includes('consumer') ? 'consumer' : 'staff';
}

/** The module that a page's `load` imports. */
function moduleOf(page: Page, pagesFile: string): string {
  const imported = /import\(\s*['"]([^'"]+)['"]\s*\)/.exec(page.load.toString())?.[1];
  if (!imported) throw new Error(`${pagesFile}: ${page.path} loads no module`);
  return join(dirname(pagesFile), imported);
}

async function measurePages(manifest: Manifest): Promise<Record<RouteClass, Measured[]>> {
  const measured: Record<RouteClass, Measured[]> = { login: [], consumer: [], staff: [] };
  for (const pagesFile of globSync('src/domains/*/web/{pages,staff-pages}.ts')) {
    const { pages } = (await import(pathToFileURL(resolve(pagesFile)).href)) as PagesFile;
    for (const page of pages) {
      const routeClass = classOf(page);
      const module = moduleOf(page, pagesFile);
      if (!manifest[module]) throw new Error(`${module} is not in the manifest: build first`);
      const modules = [ENTRY, COMMON_TEXTS, module, join(dirname(pagesFile), 'bn.ts')];
      if (page.layout !== 'bare') modules.push(FRAME);
      if (basename(pagesFile) === 'staff-pages.ts') modules.push(STAFF);
      if (routeClass === 'consumer') modules.push(SELECTOR);
      else modules.push(join(dirname(pagesFile), 'bn-staff.ts'));
      const bytes = [...filesOf(manifest, modules)].reduce((sum, file) => sum + sizeOf(file), 0);
      measured[routeClass].push({ path: page.path, bytes });
    }
  }
  return measured;
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** Prints the figures; true if all are within their budget. */
export async function checkBundle(): Promise<boolean> {
  const manifestFile = join(DIST, '.vite', 'manifest.json');
  if (!existsSync(manifestFile)) throw new Error(`${manifestFile} is missing: build the browser side first`);
  const measured = await measurePages(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest);
  let isWithin = true;
  for (const [name, pages] of Object.entries(measured) as [RouteClass, Measured[]][]) {
    const [largest] = pages.sort((a, b) => b.bytes - a.bytes);
    if (!largest) continue;
    console.log(
      `${name} route: largest ${kilobytes(largest.bytes)} kB gzipped (${largest.path}) of ${BUDGET_KB[name]} kB, ${pages.length} screens`,
    );
    for (const page of pages.filter(({ bytes }) => bytes > BUDGET_KB[name] * 1000)) {
      isWithin = false;
      console.log(`  over budget: ${page.path} ${kilobytes(page.bytes)} kB`);
    }
  }
  return isWithin;
}

if (import.meta.main && !(await checkBundle())) process.exitCode = 1;
