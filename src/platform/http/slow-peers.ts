/**
 * Cuts connections whose other side neither takes what it asked for nor sends what it announced: a reader that has
 * stopped, or takes a byte a minute, and a body that never ends. Looks at the sockets, so that it holds for every
 * answer and body, and costs a call nothing.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from '../time-limits.ts';

/** How often a window is looked at. */
const LOOKS = 4;
const TIMES_ARE_LOOKED_AT_MS = 5000;

type Peer = {
  socket: Socket;
  /** The last one; its body may be on its way. */
  request?: IncomingMessage;
  /** Begin of the window, and what had been moved by then. Undefined while nothing is owed. */
  since?: number | undefined;
  taken: number;
  sent: number;
};

/** A server whose connections end: by Node's own time-outs, and when nothing moves. */
export function boundedServer(handler: RequestListener, limits: ConnectionLimits): Server {
  const server = createServer(
    {
      headersTimeout: limits.headers_ms,
      requestTimeout: limits.request_ms,
      keepAliveTimeout: limits.keepAlive_ms,
      connectionsCheckingInterval: TIMES_ARE_LOOKED_AT_MS,
    },
    handler,
  );
  server.setTimeout(limits.silent_ms);
  cutSlowPeers(server, limits);
  return server;
}

type Window = Pick<ConnectionLimits, 'window_ms' | 'windowBytes'>;

function cutSlowPeers(server: Server, { window_ms, windowBytes }: Window): void {
  const peers = new Map<Socket, Peer>();
  server.on('connection', (socket: Socket) => {
    peers.set(socket, { socket, taken: 0, sent: 0 });
    socket.once('close', () => peers.delete(socket));
  });
  server.on('request', (request: IncomingMessage) => {
    const peer = peers.get(request.socket);
    if (peer) peer.request = request;
  });
  const look = () => {
    const now = performance.now();
    for (const peer of peers.values()) {
      // A reset and not an orderly end: half a file must not look like a whole one.
      if (isTooSlow(peer, now, { window_ms, windowBytes })) peer.socket.resetAndDestroy();
    }
  };
  const timer = setInterval(look, window_ms / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}

function isTooSlow(peer: Peer, now: number, { window_ms, windowBytes }: Window): boolean {
  const { socket, request } = peer;
  const owesBytes = request !== undefined && !request.complete && !request.destroyed;
  if (socket.writableLength === 0 && !owesBytes) {
    peer.since = undefined;
    return false;
  }
  // What has left our own memory.
  const taken = socket.bytesWritten - socket.writableLength;
  const sent = socket.bytesRead;
  if (peer.since !== undefined) {
    if (now - peer.since < window_ms) return false;
    const moved = Math.max(taken - peer.taken, sent - peer.sent);
    if (moved < windowBytes) return true;
  }
  Object.assign(peer, { since: now, taken, sent });
  return false;
}
