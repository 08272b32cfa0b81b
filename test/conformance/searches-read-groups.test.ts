/** A number that was typed in groups, as it is read aloud, is found by every list and every search. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { one, sql } from '#platform/database/db.ts';
import { joinSearch } from '#platform/http/binder.ts';
import { testApp } from '#test/app.ts';
import { label, registry } from './registry.ts';

const searches = registry.filter(({ endpoint }) => 'search' in (endpoint.query as z.ZodObject).shape);

test.each([
  ['9300 0000 033', '93000000033'],
  ['২০০০-০০০৪-২৪', '2000000424'],
  ['01712-345 678', '01712345678'],
  ['S-1 P-2', 'S-1 P-2'],
])('%s is looked for as %s', (typed, stored) => {
  expect(joinSearch({ search: typed, limit: 20 })).toEqual({ search: stored, limit: 20 });
  expect(joinSearch({ limit: 20 })).toEqual({ limit: 20 });
});

test('what is searched has that name in every call, so that all join the groups', () => {
  expect(searches.length).toBeGreaterThan(90);
  const others = registry.filter(({ endpoint }) =>
    Object.keys((endpoint.query as z.ZodObject).shape).some((name) => /^(find|q|term|query)$/.test(name)),
  );
  expect(others.map(label)).toEqual([]);
});

test('a list finds an application by its number and its telephone, in groups', async () => {
  const app = await testApp();
  const reviewer = await app.staff('reviewer');
  const made = await makeApplication(app, { upTo: 'PENDING' });
  const [id, number] = [made.id, String(made.number)];
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select applicant ->> 'phone' as phone from applications.applications where id = ${id}`,
  );
  const national = phone.replace('+88', '');
  for (const search of [
    `${number.slice(0, 4)} ${number.slice(4)}`,
    `${national.slice(0, 5)}-${national.slice(5)}`,
  ]) {
    const { items } = await app.call(listApplications, { as: reviewer, query: { search } });
    expect([search, items.map((item) => item.id)]).toEqual([search, [id]]);
  }
});
