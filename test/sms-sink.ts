/** A small SMS gateway for tests: takes messages over real HTTP and keeps them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type SinkSms = { to: string; text: string; at: Date };

/** @param refuse answers 422 with the message itself, as some gateways do */
export async function smsSink({ refuse = false } = {}) {
  const messages: SinkSms[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { to, text: content } = JSON.parse(body) as { to: string; text: string };
    messages.push({ to, text: content, at: new Date() });
    if (refuse) response.writeHead(422).end(body);
    else response.writeHead(202).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    messages,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
