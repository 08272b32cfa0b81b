/** `npm start`. The application is loaded when the database is ready, so that a wrong setting is told at once. */
import { runProgram } from '#platform/program.ts';

await runProgram(async () => (await import('./start-application.ts')).startApplication);
