/** Which methods an address takes: a call by another one is answered with 405 and the list (RFC 9110 §15.5.6). */
import type { Route } from '../route.ts';

type Served = { path: RegExp; method: string };

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** @param addressOf the whole path of a route, with its prefix */
export function methodTable(routes: readonly Route[], addressOf: (route: Route) => string): Served[] {
  return routes.map((route) => ({
    path: new RegExp(`^${escaped(addressOf(route)).replace(/\{\w+\}/g, '[^/]+')}/?$`),
    method: route.endpoint.method,
  }));
}

/** Empty: nothing is served there by any method. */
export function allowedMethods(table: readonly Served[], url: string): string[] {
  const path = url.split('?')[0] ?? '';
  const methods = table.filter((served) => served.path.test(path)).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
}
