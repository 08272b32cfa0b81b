/** The program with an application that only answers `ok`: for tests of starting and stopping. */
import { createServer } from 'node:http';
import { runProgram, type StartApplication } from '#platform/start/program.ts';

const startApplication: StartApplication = async ({ config }) => {
  const server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(config.port, config.host, resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { stop, setupLink: `${config.publicUrl}/setup` };
};

await runProgram(async () => startApplication);
