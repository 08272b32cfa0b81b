/** The browser side: `vite build` writes dist/ with hashed files, one chunk a screen and a text file. */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { bareEndpoints } from './tools/browser/bare-endpoints.ts';
import { componentStyles } from './tools/browser/component-styles.ts';
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
 * What every screen needs stays in one file, what every signed-in one needs in another: many small ones compress
 * worse. A module that the sign-in screens import and that is missing here drags the second file along;
 * tools/check-bundle.ts shows it.
 */
const EVERY_SCREEN = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|clsx|use-sync-external-store)/',
    'node_modules/@tanstack/(react-router|router-core|history|react-store|store)/',
    'node_modules/@mantine/core/esm/(core|utils/(?!Floating|InlineInput|InputsGroup)|components/(Alert|Button|Group|Input|InputBase|Loader|PasswordInput|TextInput|Textarea|UnstyledButton|Transition|ActionIcon))/',
    '@tabler/icons-react/.*/(createReactComponent|defaultAttributes|IconCircleCheck|IconAlertTriangle)\\.mjs$',
    'src/shared/(language/detect-language|permissions|rights|time-zone|format|errors)\\.ts$',
    'src/web/(app|chunk|config|early|start|wiring)\\.tsx?$',
    'src/web/ui/(theme|styles)\\.tsx?$',
    'src/web/calls/(call|call-error|first-call|change-signals|error-text|random-key|server-state|use-action|with-session)\\.ts$',
    'src/web/navigation/(add-staff-pages|go)\\.tsx?$',
    'src/web/session/(access|rights|session|session-end)\\.ts$',
    'src/web/state/(confirm|persisted|preferences|toast|unsaved)\\.ts$',
    'src/web/texts/(dictionary|texts|use-company-name|use-formats)\\.ts$',
    'src/web/ui/(on-demand|page-head|form/(conflict\\.rules|field|form-page|issues|keep-figures|text-fields|use-form|use-version))\\.tsx?$',
    'src/web/layout/(header/language-switch|header/logo|overlays|screens/full-screen)\\.tsx?$',
  ].join('|'),
);
const EVERY_SIGNED_IN_SCREEN = new RegExp(
  [
    // Lists that grow downwards are the staff's.
    'node_modules/(zod|@tanstack/(query-core|react-query))/(?!.*([iI]nfiniteQueryObserver|useInfiniteQuery))',
    'node_modules/@mantine/core/esm/components/(NativeSelect|Skeleton)/',
    'src/shared/(dates|endpoint|exports|money|paging|phone|text)\\.ts$',
    'src/web/(calls/(use-answer|download-history|downloads)|state/counters)\\.ts$',
    'src/web/layout/(app-frame|counters|native-dialog|overlay-host|palette-shell|use-frame-keys|focus/heading-focus|header/(application-selector|header|profile-menu)|sidebar/bottom-bar)\\.tsx?$',
    'src/web/ui/(drop-menu|figures|state-chip|list/empty)\\.tsx$',
    'src/domains/identity/session/contract\\.ts$',
    // The frame asks for a consumer's own applications, and for the counters.
    'src/domains/(applications/owners|dashboard)/contract\\.ts$',
  ].join('|'),
);

/**
 * What a household opens most, one after the other: its home, a bill, paying. What these import comes along.
 */
const HOME = /src\/domains\/dashboard\/web\/dashboard\.tsx$/;
/** What the lists and records of applications share: one file for all of them. */
const APPLICATIONS = /src\/domains\/applications\/contract\.ts$/;
/** What the home and the bill share. */
const RECORD = new RegExp(
  [
    'src/domains/billing/web/(use-bars|due-day)\\.tsx$',
    'src/domains/settings/web/in-language\\.ts$',
    // The few styles of paying, so that they are no request of their own.
    'src/domains/payments/web/payments\\.module\\.css$',
    // The home and every list and record of applications name states and parts.
    'src/domains/applications/web/words\\.tsx$',
    // Paying asks for a sum, and so do forms of the staff: paying makes no request of its own for it.
    'src/web/ui/form/(number-fields\\.tsx|parse\\.ts)$',
    'src/web/(texts/use-place\\.ts|ui/record/record-page\\.tsx|ui/(failed-page|tab-strip)\\.tsx)$',
    '@tabler/icons-react/.*/IconChevronRight\\.mjs$',
  ].join('|'),
);
// With the way of a code, which registering needs too, so that it is no request of its own.
const LOGIN = /src\/domains\/identity\/web\/(login\.tsx|sign-in\/sms-code\.ts)$/;
const BILL = /src\/domains\/billing\/web\/invoice-record\.tsx$/;
const PAY = /src\/domains\/payments\/web\/(pay-online|gateway-return)\.tsx$/;
/** The texts of the home and the bill: one file a language. Those of paying come with the bill. */
const householdTexts = (language: string) =>
  new RegExp(`src/domains/(dashboard|billing)/web/${language}\\.ts$`);

/** Those of applications, which the home shows too; the names are also in files of the server. */
const applicationTexts = (language: string) =>
  new RegExp(`src/domains/applications/(names/${language}\\.rules|web/${language}(-portal|-words)?)\\.ts$`);

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
        codeSplitting: {
          groups: [
            { name: 'start', test: EVERY_SCREEN, priority: 5 },
            { name: 'kit', test: EVERY_SIGNED_IN_SCREEN, priority: 4 },
            { name: 'household-bn', test: householdTexts('bn'), priority: 3 },
            { name: 'household-en', test: householdTexts('en'), priority: 3 },
            { name: 'applications-bn', test: applicationTexts('bn'), priority: 3 },
            { name: 'applications-en', test: applicationTexts('en'), priority: 3 },
            { name: 'login', test: LOGIN, priority: 3 },
            { name: 'record', test: RECORD, priority: 3 },
            { name: 'applications', test: APPLICATIONS, priority: 3 },
            { name: 'home', test: HOME, priority: 2 },
            { name: 'bill', test: BILL, priority: 1 },
            { name: 'pay', test: PAY, priority: 0 },
          ],
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
