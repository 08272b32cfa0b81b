/** Tells when the browser has gone away: work that nobody waits for any more ends. */
import type { FastifyReply } from 'fastify';

export function goneOf(reply: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
