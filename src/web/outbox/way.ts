/** How the entries of one kind are sent and called: a domain exports its `ways` in `web/outbox.ts`. */
import type { Endpoint } from '#shared/endpoint.ts';

export type Way = {
  /** `<domain>.<what>`; it is stored with each entry. */
  name: string;
  title: { en: string; bn: string };
  endpoint: () => Promise<Endpoint>;
};
