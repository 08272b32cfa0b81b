/** The browser side: `vite build` writes dist/ with hashed files, one chunk a screen and a text file. */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { bareEndpoints } from './tools/browser/bare-endpoints.ts';
import { componentStyles } from './tools/browser/component-styles.ts';
import { fileGroups } from './tools/browser/file-groups.ts';
import { writesFirstLoads } from './tools/browser/first-load.ts';
import { leanDocument } from './tools/browser/lean-document.ts';

/** The API server that `vite` (development) forwards to. */
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** Parts of Zod that no screen uses: writing JSON Schema (the server's OpenAPI does), English sentences (ours are texts). */
const UNUSED_ZOD = /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/;
/** State-changing calls are our own (src/web/calls/use-action.ts). */
const UNUSED_QUERY = /@tanstack\/query-core\/build\/modern\/mutationCache\.js$/;

/** What the query client asks of the place where it keeps them. */
const NO_MUTATIONS = `export class MutationCache {
  clear() {}
  findAll() { return []; }
  resumePausedMutations() { return Promise.resolve(); }
}`;

/** Empties those modules: 8 kB compressed of every screen. Their exports stay, as functions that do nothing. */
function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    transform(code, id) {
      if (UNUSED_QUERY.test(id)) return NO_MUTATIONS;
      if (!UNUSED_ZOD.test(id)) return null;
      if (id.includes('/locales/')) return 'export default () => ({ localeError: () => "invalid" });';
      const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map((match) => match[1]);
      return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
    },
  };
}

/**
 * Files that have a name before their hash: `resolveDependencies` below looks for them. Of the others the hash is enough; their names are in
 * the lists of first files, and 400 of them are a kilobyte of each page. .vite/manifest.json says what each is.
 */
const named = (name: string) => (['start', 'rolldown-runtime'].includes(name) ? `${name}-` : '');

const forBrowsers: UserConfig = {
  plugins: [react(), withoutUnused(), bareEndpoints(), componentStyles(), leanDocument(), writesFirstLoads()],
  publicDir: 'src/web/public',
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // Browsers without modulepreload load the same files a little later.
    modulePreload: {
      polyfill: false,
      // What the entry itself needs is here by then.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => !/\/(start|rolldown-runtime)-/.test(file)) : needed,
    },
    // A small font or picture inside a style sheet would break `font-src 'self'`.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ name }) => `assets/${named(name)}[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css')
            ? `assets/${named(name.slice(0, -4))}[hash:6][extname]`
            : 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: fileGroups,
        },
      },
      // Declaring a schema or an endpoint does nothing by itself: what a screen does not use falls away, and a contract of which
      // it uses nothing is no file to ask for.
      treeshake: {
        moduleSideEffects: [{ test: /src\/domains\/.*contract\.ts$/, sideEffects: false }],
        manualPureFunctions: [
          'z',
          'endpoint',
          'exportOf',
          'errorCodes',
          'paging',
          'listOf',
          'lineSchema',
          'optionalLineSchema',
        ],
      },
    },
  },
  server: { proxy: { '/api': server, '/config.json': server } },
};

/** What the server draws into documents (src/first-view.ts): the same components, run by Node with the packages as they are. */
const forServer: UserConfig = {
  plugins: [react()],
  publicDir: false,
  build: { target: 'node20', minify: false },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? forServer : forBrowsers));
