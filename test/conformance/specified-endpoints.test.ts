/**
 * The specification's calls of the road from application to receipt are all there, with its methods, services and
 * paths byte for byte. Calls of domains that are not built yet are the only ones that may be absent.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from './registry.ts';

const FILE = new URL('../../../shared/spec/endpoints.tsv', import.meta.url);
const ABSENT = existsSync(FILE) ? '' : ' (skipped: ../shared/spec is not here)';

type Specified = { service: string; method: string; path: string; purpose: string };

function specified(): Specified[] {
  const rows = readFileSync(FILE, 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [service = '', method = '', path = '', purpose = ''] = row.split('\t');
    return { service, method, path, purpose };
  });
}

/** Beginnings of paths whose domains come after the road: wallet and so on. */
const LATER = [
  ...['/announcement', '/pump'],
  ...[
    '/report/connection-statistics',
    '/report/customer-complaint',
    '/report/water-supply',
    '/report/bill-collection',
  ],
  ...[
    '/report/meter-status',
    '/report/support-ticket',
    '/report/work-order',
    '/report/consumption',
    '/report/bill-status',
  ],
  ...['/report/status-breakdown', '/report/customer-ledger', '/report/ledger-extended'],
  '/chart/monthly-supply',
];
const isLater = ({ path }: { path: string }) => LATER.some((beginning) => path.startsWith(beginning));

const key = ({ service, method, path }: { service: string; method: string; path: string }) =>
  `${service} ${method} ${path}`;
const ours = new Set(registry.map(({ endpoint }) => key(endpoint)));

test.skipIf(ABSENT)(`every specified call of the road is there${ABSENT}`, () => {
  const road = specified().filter((row) => !isLater(row));
  expect(road.length).toBeGreaterThanOrEqual(110);
  expect(road.map(key).filter((call) => !ours.has(call))).toEqual([]);
});

test('what is expected later is not there already: the list would hide that a call of it goes missing', () => {
  const built = registry.map(({ endpoint }) => endpoint).filter(isLater);
  expect(built.map(key)).toEqual([]);
});

test.skipIf(ABSENT)(
  `a specified path has the specified methods in the specified service only${ABSENT}`,
  () => {
    const rows = specified();
    const calls = new Set(rows.map(key));
    const paths = new Set(rows.map(({ path }) => path));
    const wrong = registry.filter(({ endpoint }) => paths.has(endpoint.path) && !calls.has(key(endpoint)));
    expect(wrong.map(({ endpoint }) => key(endpoint))).toEqual([]);
  },
);

test.skipIf(ABSENT)(`query parameters that the specification names are taken${ABSENT}`, () => {
  const missing: string[] = [];
  for (const row of specified()) {
    const [, names] = /^\?([\w&=]+)/.exec(row.purpose) ?? [];
    const found = registry.find(({ endpoint }) => key(endpoint) === key(row));
    if (!names || !found) continue;
    const query = z.toJSONSchema(found.endpoint.query, { io: 'input', unrepresentable: 'any' });
    for (const name of names.split('&').map((pair) => pair.split('=')[0] ?? '')) {
      if (!(name in (query.properties ?? {}))) missing.push(`${key(row)} ?${name}`);
    }
  }
  expect(missing).toEqual([]);
});
