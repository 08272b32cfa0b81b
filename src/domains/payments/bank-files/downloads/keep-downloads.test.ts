/** Downloads of the bank report: what is kept of them, what is had again, what is refused, and how two of them differ. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { Person } from '#test/app.ts';
import * as report from '../contract.ts';
import { bankOffice } from '../factory-bank-files.ts';
import { endStaleDownloads } from './actions/keep-download.ts';
import * as contract from './contract.ts';
import { downloadKey, MAKING_MINUTES } from './download.rules.ts';

const { app, cashier, ways, paid, take, mixedFile } = await bankOffice();
const mixed = await mixedFile();
const file = await take(mixed.lines);

type Asked = Record<string, string>;
const get = (url: string, query: Asked, as: Person = cashier, server = app.server) =>
  server.inject({ url, query, headers: { authorization: `Bearer ${as.idToken}` } });
/** Each a second after the last one. */
const download = (query: Asked = {}, server = app.server) => {
  app.clock.advance(1);
  const asked = { format: 'csv', language: 'en', ...query };
  return get('/api/billing/report/city-bank/download', asked, cashier, server);
};
const codeOf = (answer: { json: () => { error: { code: string } } }) => answer.json().error.code;
const again = (id: string, as = cashier, server = app.server) =>
  get(`/api/billing/report/city-bank/history/${id}/file`, {}, as, server);
const list = (query: object = {}) =>
  app.call(contract.listBankDownloads, { as: cashier, query: { limit: 100, ...query } });
const newest = async () => {
  const [row] = (await list()).items;
  if (!row) throw new Error('no download');
  return row;
};
const compare = (query: object = {}) =>
  app.call(contract.compareBankDownloads, { as: cashier, query: { limit: 100, ...query } });
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const stored = async (id: string) => {
  const chunks: Buffer[] = [];
  for await (const chunk of await app.platform.files.store.get(downloadKey(id))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
const replace = (id: string, content: Buffer) =>
  app.platform.files.store.put(downloadKey(id), Readable.from([content], { objectMode: false }), 'text/csv');
const auditOf = (action: string, id: string) =>
  all<{ after: object }>(
    app.owner.db,
    sql`select after from platform.audit where action = ${action} and object_id = ${id} order by at`,
  );
const told = (name: string) =>
  one<{ count: number }>(
    app.owner.db,
    sql`select count(distinct event)::int as count from platform.notices where kind = 'payments.kept_file_lost' and params ->> 'file' = ${name}`,
  );
const withStore = (changes: Partial<Platform['files']['store']>) =>
  app.another({ files: { ...app.platform.files, store: { ...app.platform.files.store, ...changes } } });
/** A download that has been made for so long. */
const makingFor = (minutes: number) =>
  one<{ id: string }>(
    app.db,
    sql`insert into payments.bank_downloads (name, format, language, asked, made_by_name, made_at)
      values ('a.csv', 'csv', 'en', '{}', 'A', ${app.clock.now()}::timestamptz - make_interval(mins => ${minutes}::int)) returning id`,
  );
/** The job, when all that is being made now has taken too long. */
const endLater = () => {
  const later = new Date(app.clock.now().getTime() + (MAKING_MINUTES + 1) * 60_000);
  return endStaleDownloads({ ...app.platform, clock: { ...app.clock, now: () => later } });
};

describe('a download is kept', () => {
  test.each(['csv', 'xlsx', 'pdf'])(
    '%s: its bytes are those that were sent, its figures those of the report then',
    async (format) => {
      const query = { file, status: 'OPEN' } as const;
      const shown = await app.call(report.cityBankReport, { as: cashier, query });
      const sent = await download({ ...query, format, language: 'bn' });
      expect(sent.statusCode).toBe(200);
      const kept = await newest();
      expect(kept).toMatchObject({
        ...{
          state: 'KEPT',
          format,
          language: 'bn',
          fileId: file,
          fileName: 'settlement.csv',
          gateway: 'sandbox',
        },
        ...{ firstDay: '2026-11-15', lastDay: '2026-11-15', status: 'OPEN', class: null, search: null },
        ...{ rows: shown.total, amountMinor: shown.sums.amountMinor, feeMinor: shown.sums.feeMinor },
        ...{
          bookedMinor: shown.sums.bookedMinor,
          bytes: sent.rawPayload.length,
          sha256: sha256(sent.rawPayload),
        },
        ...{ name: `city-bank-report-2026-11-15.${format}`, checkedAt: null },
      });
      expect(kept.rows).toBeGreaterThan(3);
      expect((await stored(kept.id)).equals(sent.rawPayload)).toBe(true);
      const { after } = await one<{ after: object }>(
        app.owner.db,
        sql`select after from platform.audit where action = 'list.export' and object = 'city-bank-report' order by at desc, id desc limit 1`,
      );
      expect(after).toMatchObject({ format, status: 'OPEN' });
    },
  );

  test('without a named file: the newest one is decided once, and is in its row', async () => {
    await download();
    expect(await newest()).toMatchObject({ fileId: file, rows: 12 });
    const { asked } = await one<{ asked: object }>(
      app.db,
      sql`select asked from payments.bank_downloads order by made_at desc, id desc limit 1`,
    );
    expect(asked).not.toHaveProperty('file');
  });

  test('a file that is newer than the beginning does not come into it', async () => {
    const { order } = await paid();
    let newer = '';
    // The settlement file comes between the beginning of the download and its rows.
    const make: Platform['exports']['make'] = async (content, signal) => {
      newer = await take([{ order, taka: '115.00' }]);
      return app.platform.exports.make(content, signal);
    };
    const { server } = await app.another({ exports: { ...app.platform.exports, make } });
    await download({}, server);
    expect(newer).not.toBe('');
    expect(await newest()).toMatchObject({ fileId: file, rows: 12 });
    await download();
    expect(await newest()).toMatchObject({ fileId: newer });
  });

  test('more rows than are written at a time are all kept, each one time', async () => {
    const lines = Array.from({ length: 1201 }, (_, n) => ({ order: `Z${n}`, taka: '1.10', fee: '0.01' }));
    const many = await take(lines);
    const sent = await download({ file: many, search: '' });
    expect(sent.body.split('\n').filter((line) => /^Z\d/.test(line))).toHaveLength(1201);
    const kept = await newest();
    expect(kept).toMatchObject({ feeMinor: 1201 });
    const rows = await all<{ order_id: string }>(
      app.db,
      sql`select order_id from payments.bank_download_rows where download_id = ${kept.id} and order_id like 'Z%' order by row_no`,
    );
    expect(new Set(rows.map((row) => row.order_id)).size).toBe(1201);
    expect(rows).toHaveLength(1201);
    await app.call(report.giveUpBankFile, { as: cashier, params: { id: many }, body: { reason: 'a test' } });
  });

  test('a download that is refused leaves nothing', async () => {
    const before = (await list()).total;
    expect((await get('/api/billing/report/city-bank/download', { format: 'doc' })).statusCode).toBe(422);
    expect((await list()).total).toBe(before);
  });
});

describe('one that breaks off', () => {
  test('the store does not take it: nobody gets it, and its row says so', async () => {
    const { server } = await withStore({
      put: async () => {
        throw new Error('no room');
      },
    });
    const sent = await download({ file }, server);
    expect([sent.statusCode, codeOf(sent)]).toEqual([503, 'common.unavailable']);
    const row = await newest();
    expect(row).toMatchObject({ state: 'BROKEN', rows: null, amountMinor: null, sha256: null });
    const refused = await again(row.id);
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'payments.bank_download_unfinished']);
    expect((await compare()).files.map(({ id }) => id)).not.toContain(row.id);
    expect(
      (await app.refused(contract.compareBankDownloads, { as: cashier, query: { after: row.id } })).code,
    ).toBe('common.not_found');
  });

  test('the job ended it before it was done: nobody gets it, and no bytes stay', async () => {
    const { server } = await withStore({
      put: async (...put) => {
        await app.platform.files.store.put(...put);
        await endLater();
        await app.platform.files.store.put(put[0], Readable.from([Buffer.from('late')]), put[2]);
      },
    });
    const sent = await download({ file }, server);
    expect([sent.statusCode, codeOf(sent)]).toEqual([503, 'common.unavailable']);
    const { id, state } = await newest();
    expect(state).toBe('BROKEN');
    await expect(stored(id)).rejects.toThrow();
  });

  test('its bytes cannot be removed: it stays as it is, and the job ends it when they can', async () => {
    const away = async () => {
      throw new Error('no answer');
    };
    const { server } = await withStore({ put: away, remove: away });
    expect(codeOf(await download({ file }, server))).toBe('common.unavailable');
    const { id, state } = await newest();
    expect(state).toBe('MAKING');
    await endLater();
    expect((await list()).items.find((row) => row.id === id)?.state).toBe('BROKEN');
  });

  test('its process ended: the job ends it after an hour, and takes the bytes that were stored', async () => {
    const { id: young } = await makingFor(MAKING_MINUTES - 1);
    const { id } = await makingFor(MAKING_MINUTES + 1);
    await replace(id, Buffer.from('half'));
    await replace(young, Buffer.from('half'));
    const state = async (of: string) => (await list()).items.find((row) => row.id === of)?.state;
    expect(await state(id)).toBe('MAKING');
    expect(codeOf(await again(id))).toBe('payments.bank_download_unfinished');
    await endStaleDownloads(app.platform);
    expect([await state(id), await state(young)]).toEqual(['BROKEN', 'MAKING']);
    expect((await stored(young)).toString()).toBe('half');
    await expect(stored(id)).rejects.toThrow();
  });

  test('of two whose process ended, the bytes of the first one cannot be removed: the second one is ended all the same', async () => {
    const { id: first } = await makingFor(MAKING_MINUTES + 3);
    const { id: second } = await makingFor(MAKING_MINUTES + 2);
    const remove = (key: string) =>
      key.includes(first) ? Promise.reject(new Error('no')) : app.platform.files.store.remove(key);
    const files = { ...app.platform.files, store: { ...app.platform.files.store, remove } };
    await expect(endStaleDownloads({ ...app.platform, files })).rejects.toThrow('no');
    const states = (await list()).items.filter(({ id }) => [first, second].includes(id));
    expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [first, 'MAKING'],
        [second, 'BROKEN'],
      ]),
    );
    await endStaleDownloads(app.platform);
  });
});

describe('had again', () => {
  test('the same bytes, also when the report says something else by now; it is in the audit log', async () => {
    const sent = await download({ file });
    const { id, name } = await newest();
    await ways.complete(mixed.unknown);
    const got = await again(id);
    expect(got.statusCode).toBe(200);
    expect(got.rawPayload.equals(sent.rawPayload)).toBe(true);
    expect(got.headers['content-disposition']).toContain(name);
    expect((await download({ file })).rawPayload.equals(sent.rawPayload)).toBe(false);
    expect((await list()).items.find((row) => row.id === id)?.checkedAt).not.toBeNull();
    expect((await auditOf('bank-download.send', id)).map(({ after }) => after)).toEqual([
      { name, sha256: sha256(sent.rawPayload), state: 'KEPT' },
    ]);
  });

  test('other bytes, of the same length or longer: refused, told once, and kept again when they are back', async () => {
    const sent = (await download({ file })).rawPayload;
    const { id, name } = await newest();
    const before = (await told(name)).count;
    const other = Buffer.from(sent);
    other[40] = (other[40] ?? 0) ^ 1;
    for (const content of [other, Buffer.concat([sent, sent])]) {
      app.clock.advance(1);
      await replace(id, content);
      const refused = await again(id);
      expect([refused.statusCode, codeOf(refused)]).toEqual([410, 'payments.bank_download_damaged']);
    }
    expect((await list({ state: 'DAMAGED' })).items.map((row) => row.id)).toEqual([id]);
    expect((await told(name)).count - before).toBe(1);
    expect(await auditOf('bank-download.lose', id)).toHaveLength(2);
    // Its rows are whole: it is still compared.
    expect((await compare({ after: id })).after?.id).toBe(id);
    await replace(id, sent);
    expect((await again(id)).statusCode).toBe(200);
    expect((await list()).items.find((row) => row.id === id)?.state).toBe('KEPT');
  });

  test('no bytes: refused in other words; a store that does not answer says nothing about the file', async () => {
    await download({ file });
    const { id } = await newest();
    const { server } = await withStore({
      get: async () => {
        throw new Error('no answer');
      },
    });
    expect(codeOf(await again(id, cashier, server))).toBe('common.unavailable');
    expect((await newest()).state).toBe('KEPT');
    await app.platform.files.store.remove(downloadKey(id));
    const refused = await again(id);
    expect([refused.statusCode, codeOf(refused)]).toEqual([410, 'payments.bank_download_missing']);
    expect((await newest()).state).toBe('MISSING');
  });

  test('only with the word of the report; an unknown one is not found', async () => {
    await download({ file });
    const { id } = await newest();
    const surveyor = await app.staff('surveyor');
    expect((await again(id, surveyor)).statusCode).toBe(402);
    expect(codeOf(await again(crypto.randomUUID()))).toBe('common.not_found');
    for (let n = 0; n < 3; n += 1) app.platform.exports.enter(cashier.userId);
    expect(codeOf(await again(id))).toBe('exports.too_many_at_once');
  });
});
