/**
 * A TCP connection that can be cut or held: passes bytes on, both ways, until it is told after which byte to break or
 * to stop.
 */
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** request: before the next bytes arrive there; answer: when the far side has done it and answers. */
export type Cut = 'request' | 'answer';

export type Wire = {
  port: number;
  /** Breaks every connection of the wire at the `nth` bytes that pass in this direction from now on; once. */
  cut(where: Cut, nth?: number): void;
  /** Takes back a cut that has not come about; true if it has. */
  mend(): boolean;
  /** Takes bytes and connections, and passes nothing on: the far side does not answer. */
  hold(): void;
  /** Passes on what was held, and all that follows. */
  goOn(): void;
  close(): Promise<void>;
};

export async function wireTo(far: NetConnectOpts): Promise<Wire> {
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  let armed: { where: Cut; left: number } | undefined;
  const breaks = (where: Cut): boolean => {
    if (armed?.where !== where) return false;
    armed.left -= 1;
    if (armed.left > 0) return false;
    armed = undefined;
    for (const socket of sockets) socket.destroy();
    return true;
  };
  const pass = (from: Socket, to: Socket, where: Cut) => {
    sockets.add(from);
    from.on('data', (bytes: Buffer) => {
      if (held) held.push(() => to.write(bytes));
      else if (!breaks(where)) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    const other = connect(far);
    pass(near, other, 'request');
    pass(other, near, 'answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: (where, nth = 1) => {
      armed = { where, left: nth };
    },
    mend: () => {
      const isCut = armed === undefined;
      armed = undefined;
      return isCut;
    },
    hold: () => {
      held ??= [];
    },
    goOn: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const pass of waiting) pass();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
