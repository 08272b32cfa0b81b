/** Builds the browser side into dist/ if its sources changed since the last build. */
import { buildBrowser } from '#platform/start/browser-build.ts';

await buildBrowser(console.log, new AbortController().signal);
