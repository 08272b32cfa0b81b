/** Which modules of the browser side share a file, so that a page is a few requests and loads little that it does not need. */

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
    'src/web/ui/(on-demand|page-head|form/(answers|conflict/conflict\\.rules|field|form-page|issues|keep-figures|text-fields|use-form|use-version))\\.tsx?$',
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
    // The heading of a page is the name of its menu line.
    'src/web/navigation/page-name\\.ts$',
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
const APPLICATIONS =
  /src\/domains\/applications\/(contract|(letter|papers|demand-note|review)\/contract|web\/(name-for|papers\/(document-state|use-slip)))\.tsx?$/;
/** What the home and the bill share. */
const RECORD = new RegExp(
  [
    'src/domains/billing/web/(use/use-bars|due-day)\\.tsx$',
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
const LOGIN = /src\/domains\/identity\/web\/(login\.tsx|sign-in\/sms-code(-field)?\.tsx?)$/;
const BILL = /src\/domains\/billing\/web\/invoice-record\.tsx$/;
const PAY = /src\/domains\/payments\/web\/(pay-online|at-gateway\/gateway-return)\.tsx$/;
/**
 * What the records behind the links of messages and many screens of the staff share, in three files: what shows and asks,
 * what sends files, and the choices of a form. Each small file would be a request.
 */
const COMMON = new RegExp(
  [
    'src/web/ui/(record/timeline|dialog|use-focus-back|form/form-dialog)\\.tsx?$',
    'src/web/calls/(use-error-text|upload)\\.ts$',
    'src/domains/(applications/web/(papers/lines-table(\\.module)?|use-places)|roles/web/role-name)\\.(tsx?|css)$',
    'src/domains/(identity|consumers)/contract\\.ts$',
    'src/shared/(quantity|password-errors)\\.ts$',
    '@tabler/icons-react/.*/(IconFileDownload|IconFileText|IconX|IconPhoto)\\.mjs$',
  ].join('|'),
);
const SENDING =
  /src\/web\/ui\/upload\/(?!crop-dialog)|node_modules\/@mantine\/core\/esm\/components\/(FileButton|Progress|Text)\//;
const CHOICES =
  /src\/web\/ui\/form\/choice-fields\.tsx$|node_modules\/@mantine\/core\/esm\/(components\/(Checkbox|Radio|Stack)|utils\/InlineInput)\//;
/** What lists of a household have without a table, and what each table has beyond it. */
const LIST_PARTS =
  /src\/web\/ui\/list\/(use-list|list-state|pager|pages-shown|use-exports|file-menu|nothing-of-place|list-tabs)\.tsx?$|@tabler\/icons-react\/.*\/IconChevronLeft\.mjs$/;
const LIST =
  /src\/web\/ui\/list\/(list-page|list-cards|export-menu)\.tsx?$|src\/domains\/identity\/preferences\/contract\.ts$|@tabler\/icons-react\/.*\/IconChevronUp\.mjs$/;
/** What lists and records of one kind share. */
const ORDERS =
  /src\/domains\/work-orders\/(contract|names\.rules|web\/(state-chip|marks|work-orders\.module))\.(tsx?|css)$/;
const OWNER_CHANGES =
  /src\/domains\/ownership\/(contract|ownership\.rules|names\.rules|web\/(state-chip|show-paper))\.tsx?$/;
const OWN_APPLICATION = /src\/domains\/applications\/web\/portal\/tracker\.tsx$/;
const ORDER = /src\/domains\/work-orders\/web\/record\/order-record\.tsx$/;
const OWNER_CHANGE = /src\/domains\/ownership\/web\/request-record\.tsx$/;
/** The texts of the home and the bill: one file a language. Those of paying come with the bill. */
const householdTexts = (language: string) =>
  new RegExp(`src/domains/(dashboard|billing)/web/${language}\\.ts$`);

/** Those of applications, which the home shows too; the names are also in files of the server. */
const applicationTexts = (language: string) =>
  new RegExp(
    `src/domains/applications/(names/${language}\\.rules|web/(texts/)?${language}(-portal|-words)?)\\.ts$`,
  );

/** A module belongs to the first group, by priority, that matches it or something that imports it. No priority may be negative. */
export const fileGroups = [
  { name: 'start', test: EVERY_SCREEN, priority: 8 },
  { name: 'kit', test: EVERY_SIGNED_IN_SCREEN, priority: 7 },
  { name: 'household-bn', test: householdTexts('bn'), priority: 6 },
  { name: 'household-en', test: householdTexts('en'), priority: 6 },
  { name: 'applications-bn', test: applicationTexts('bn'), priority: 6 },
  { name: 'applications-en', test: applicationTexts('en'), priority: 6 },
  { name: 'login', test: LOGIN, priority: 6 },
  { name: 'record', test: RECORD, priority: 6 },
  { name: 'applications', test: APPLICATIONS, priority: 6 },
  { name: 'home', test: HOME, priority: 5 },
  { name: 'bill', test: BILL, priority: 4 },
  { name: 'pay', test: PAY, priority: 3 },
  { name: 'common', test: COMMON, priority: 6 },
  { name: 'sending', test: SENDING, priority: 6 },
  { name: 'choices', test: CHOICES, priority: 6 },
  { name: 'list-parts', test: LIST_PARTS, priority: 6 },
  { name: 'list', test: LIST, priority: 5 },
  { name: 'orders', test: ORDERS, priority: 6 },
  { name: 'owner-changes', test: OWNER_CHANGES, priority: 6 },
  { name: 'own-application', test: OWN_APPLICATION, priority: 2 },
  { name: 'order', test: ORDER, priority: 1 },
  { name: 'owner-change', test: OWNER_CHANGE, priority: 0 },
];
