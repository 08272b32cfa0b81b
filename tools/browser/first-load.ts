/**
 * What each page loads before it shows: its own code, that of its frame, all they import, and the texts of one language.
 * The build writes it beside the files, so that the server names all of it in the document (platform/http/document.ts) and
 * nothing waits for something else to ask for it; tools/check-bundle.ts weighs it.
 */
import { globSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Page, PagesFile } from '../../src/web/navigation/pages.ts';

/** A file of the build: the modules in it, and what it needs. */
type Chunk = { file: string; imports: string[]; styles: string[] };
type Language = 'en' | 'bn';
/** Files of one page, the entry's own first; those of the other language are not among them. */
export type FirstLoad = Pick<Page, 'path' | 'who' | 'firstCall' | 'firstView'> & {
  files: Record<Language, string[]>;
};

const ENTRY = 'index.html';
const FRAME = 'src/web/layout/app-frame.tsx';
const STAFF = 'src/browser-staff.ts';
/** The pages on which a consumer chooses one of their applications in the header. */
const SELECTOR = [
  'src/web/layout/header/application-selector.tsx',
  // What it asks (`ownApplications` in src/browser.tsx).
  'src/domains/applications/owners/contract.ts',
];

export const FIRST_LOADS = 'first-loads.json';

/** Every file that these modules need before they run: code and styles. */
function filesOf(chunks: Chunks, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (file: string) => {
    const chunk = chunks.byFile.get(file);
    if (!chunk || files.has(file)) return;
    files.add(file);
    chunk.imports.forEach(visit);
    for (const style of chunk.styles) files.add(style);
  };
  for (const module of modules) visit(chunks.ofModule.get(module) ?? '');
  return [...files];
}

type Chunks = { byFile: Map<string, Chunk>; ofModule: Map<string, string> };

/** The module that a page's `load` imports. */
function moduleOf(page: Page, pagesFile: string): string {
  const imported = /import\(\s*['"]([^'"]+)['"]\s*\)/.exec(page.load.toString())?.[1];
  if (!imported) throw new Error(`${pagesFile}: ${page.path} loads no module`);
  return join(dirname(pagesFile), imported);
}

async function firstLoads(chunks: Chunks, root: string): Promise<FirstLoad[]> {
  const loads: FirstLoad[] = [];
  for (const pagesFile of globSync('src/domains/*/web/{pages,staff-pages}.ts', { cwd: root })) {
    const { pages } = (await import(pathToFileURL(resolve(root, pagesFile)).href)) as PagesFile;
    for (const page of pages) {
      const module = moduleOf(page, pagesFile);
      if (!chunks.ofModule.has(module)) throw new Error(`${page.path}: the build has no ${module}`);
      const files = (language: Language) => {
        const modules = [ENTRY, `src/web/texts/${language}.ts`, module];
        modules.push(join(dirname(pagesFile), `${language}.ts`));
        if (page.layout !== 'bare') modules.push(FRAME);
        for (const domain of page.consumerTexts ?? [])
          modules.push(`src/domains/${domain}/web/${language}.ts`);
        if (page.who.includes('consumer')) modules.push(...SELECTOR);
        if (basename(pagesFile) === 'staff-pages.ts')
          modules.push(STAFF, join(dirname(pagesFile), `${language}-staff.ts`));
        return filesOf(chunks, modules);
      };
      const { path, who, firstCall, firstView } = page;
      loads.push({
        path,
        who,
        ...(firstCall ? { firstCall } : {}),
        ...(firstView ? { firstView } : {}),
        files: { en: files('en'), bn: files('bn') },
      });
    }
  }
  return loads;
}

/** Writes them into the folder of the build. */
export function writesFirstLoads(): Plugin {
  const root = process.cwd();
  return {
    name: 'first-loads',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks: Chunks = { byFile: new Map(), ofModule: new Map() };
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const { fileName: file, imports, viteMetadata, moduleIds, facadeModuleId } = output;
        chunks.byFile.set(file, { file, imports, styles: [...(viteMetadata?.importedCss ?? [])] });
        for (const id of [...moduleIds, facadeModuleId ?? ''])
          if (id.startsWith(root)) chunks.ofModule.set(id.slice(root.length + 1), file);
      }
      writeFileSync(join(dir, FIRST_LOADS), JSON.stringify(await firstLoads(chunks, root)));
    },
  };
}
