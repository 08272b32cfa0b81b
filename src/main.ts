/** `npm start`. The application is loaded when the database is ready, so that a wrong setting is told at once. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runProgram } from '#platform/start/program.ts';

// Compiled modules are kept beside the built browser side: loading is half of what a later start takes.
enableCompileCache(fileURLToPath(new URL('../.cache/modules', import.meta.url)));

await runProgram(async () => (await import('./start-application.ts')).startApplication);
