/**
 * Who has no need for national IDs gets none: every question of every contract is asked by every built-in role that does
 * not check or write them, with the ids of people whose numbers are known, as JSON, as files and as PDF. No answer holds
 * a number, the end of one, or a birthday (docs/decisions/0025).
 */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { label, type Registered, registry } from './registry.ts';
import { inputSchema, sample } from './sample-input.ts';

const app = await testApp();
const WITHOUT_NEED = ['cashier', 'reader', 'surveyor', 'installer'] as const;
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';

/** Numbers and birthdays that nothing else is, of each consumer, applicant and owner; four digits between hyphens are of an id. */
const BIRTHDAY = '1957-03-09';
const IDENTITY = /1957\d{9}8841|•••\d{4}|1957-03-09|(?<![\w-])8841(?![\w-])/;
let made = 0;
const newIdentity = () => {
  made += 1;
  return `1957${String(made).padStart(9, '0')}8841`;
};

async function settle(): Promise<void> {
  const states = ['DRAFT', 'PENDING', 'WAITING_FOR_REVIEW', 'READY_TO_SURVEY', 'READY_TO_PAY'] as const;
  for (const upTo of [...states, 'READY_FOR_METER_INSTALLATION', 'CONNECTED'] as const)
    await makeApplication(app, { upTo });
  await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 2 }));
  for (const { id } of await all<{ id: string }>(app.owner.db, sql`select id from consumers.consumers`))
    await execute(
      app.owner.db,
      sql`update consumers.consumers set nid = ${newIdentity()}, date_of_birth = ${BIRTHDAY} where id = ${id}`,
    );
  for (const { id } of await all<{ id: string }>(
    app.owner.db,
    sql`select id from applications.applications`,
  )) {
    const part = (name: string) => JSON.stringify({ name, nid: newIdentity(), dateOfBirth: BIRTHDAY });
    await execute(
      app.owner.db,
      sql`update applications.applications set applicant = applicant || ${part('Rahima')}::jsonb,
        owner = owner || ${part('Anwara')}::jsonb where id = ${id}`,
    );
  }
}
await settle();

/** Ids of each table, as far as they lead to people. */
const idsOf = async (table: string): Promise<string[]> =>
  (await all<{ id: string }>(app.owner.db, sql`select id from ${sql.raw(table)} order by id`)).map(
    ({ id }) => id,
  );
const byField: Record<string, string[]> = {
  consumerId: await idsOf('consumers.consumers'),
  applicationId: await idsOf('applications.applications'),
  connectionId: await idsOf('meters.connections'),
  meterId: await idsOf('meters.meters'),
  invoiceId: await idsOf('billing.invoices'),
};
const everyId = [...new Set(Object.values(byField).flat())];

const questions = registry.filter(
  ({ endpoint: { method, kind, access } }) => method === 'GET' && kind !== 'page' && !('public' in access),
);

async function ask(
  { endpoint }: Registered,
  idToken: string,
  id: (field: string) => string,
  more: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => id(name));
  const query = sample(inputSchema(endpoint.query), { id, text: () => '' }) as Record<string, unknown>;
  const sent = Object.entries({ ...query, ...more }).filter(([, value]) => value !== '');
  const { statusCode, rawPayload, headers, body } = await app.server.inject({
    url: `/api/${endpoint.service}${path}`,
    query: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${idToken}` },
  });
  const isPdf = statusCode === 200 && String(headers['content-type']).includes('pdf');
  return { status: statusCode, text: isPdf ? textOfPdf(rawPayload) : body };
}

/** The questions about one record with each record; lists once, and once for each consumer. */
function fillings({ endpoint }: Registered): ((field: string) => string)[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fields = [...names, ...Object.keys(inputSchema(endpoint.query).properties ?? {})];
  const [field] = fields.filter((name) => name in byField || name === 'id');
  if (!field) return [() => NOBODY];
  const ids = byField[field] ?? everyId;
  return ids.map((id) => () => id);
}

/** @param asked of which questions; of one that shows a number the other records are not asked. */
async function shownTo(
  role: (typeof WITHOUT_NEED)[number] | 'reviewer',
  asked: readonly Registered[] = questions,
): Promise<{ shown: string[]; answered: number }> {
  const { idToken } = await app.staff(role);
  const shown: string[] = [];
  let answered = 0;
  for (const question of asked) {
    const isFile = question.endpoint.kind === 'download';
    for (const id of fillings(question)) {
      const more: Record<string, string> = isFile ? { format: 'csv' } : { limit: '200' };
      const { status, text } = await ask(question, idToken, id, more);
      if (status === 200) answered += 1;
      const [found] = IDENTITY.exec(text) ?? [];
      if (found) shown.push(`${label(question)} shows ${found}`);
      if (status === 402 || found) break;
    }
  }
  return { shown: [...new Set(shown)], answered };
}

test.each(WITHOUT_NEED)('no answer shows a %s a national ID or a birthday', async (role) => {
  const { shown, answered } = await shownTo(role);
  expect(shown).toEqual([]);
  expect(answered).toBeGreaterThan(10);
});

test('the search would notice: those who check national IDs see them', async () => {
  const { shown } = await shownTo(
    'reviewer',
    questions.filter(({ domain }) => domain === 'consumers' || domain === 'applications'),
  );
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.join('\n')).toContain('GET main/consumers/{id}');
});

test('nothing that is searched by holds a national ID, except what those who see it ask for whole', async () => {
  const { idToken } = await app.staff('cashier');
  const { nid } = await one<{ nid: string }>(
    app.owner.db,
    sql`select nid from consumers.consumers order by id limit 1`,
  );
  const lists = questions.filter(
    ({ endpoint }) => 'search' in (inputSchema(endpoint.query).properties ?? {}),
  );
  expect(lists.length).toBeGreaterThan(15);
  const holders = await all<{ name: string }>(
    app.owner.db,
    sql`select format('%I.%I.%I', table_schema, table_name, column_name) as name from information_schema.columns
      where is_generated = 'ALWAYS' and generation_expression ~* 'nid'`,
  );
  expect(holders).toEqual([]);
  for (const list of lists) {
    const { text, status } = await ask(list, idToken, () => NOBODY, { search: nid });
    if (status !== 200 || list.endpoint.kind === 'download') continue;
    const { data } = JSON.parse(text) as { data: { total?: number; items?: unknown[] } };
    expect([label(list), data.items ?? []]).toEqual([label(list), []]);
  }
});
