/** What the configuration refuses, over HTTP, each for its own reason. */
import { expect, test } from 'vitest';
import { transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeDma } from './factory.ts';
import { addDma } from './places/contract.ts';
import { createEmailConfig, updateEmailConfig } from './senders/contract.ts';

const app = await testApp();
const as = await app.staff('admin');

test('a number of an area that another one has', async () => {
  const { number } = await transaction(app.db, (tx) => makeDma(tx, app.system()));
  expect(await app.codeOf(addDma, { as, body: { number, name: 'Again' } })).toBe('settings.dma_number_taken');
});

test('a mail server or an SMS gateway whose address is none', async () => {
  const email = {
    host: 'mail.example.test',
    port: 25,
    security: 'none' as const,
    fromAddress: 'a@example.test',
  };
  const codes = async (body: object) => {
    const refusal = await app.refused(createEmailConfig, { as, body: body as never });
    return refusal.fields.map(({ code }) => code);
  };
  expect(await codes({ email: { ...email, host: 'mail server', user: '', fromName: '' } })).toEqual([
    'settings.host_invalid',
  ]);
  const sms = { url: 'ftp://sms.example.test', user: '', sender: 'JOLKOL' };
  expect(await codes({ channel: 'sms', sms })).toEqual(['settings.url_invalid']);
});

test('a mail server that is none is not changed, and no other one goes to a private network', async () => {
  const email = {
    ...{ host: 'mail.example.test', port: 25, security: 'none' as const, user: '' },
    ...{ fromName: 'Jolkol', fromAddress: 'a@example.test' },
  };
  const { id, version } = await app.call(createEmailConfig, { as, body: { email } });
  const change = (of: string, host: string) =>
    app.codeOf(updateEmailConfig, { as, body: { id: of, version, email: { ...email, host } } });
  expect([
    await change('0190ffff-ffff-7fff-8fff-ffffffffffff', email.host),
    await change(id, '10.0.0.5'),
    await change(id, 'mail2.example.test'),
  ]).toEqual(['common.not_found', 'settings.host_private', undefined]);
});

/** A form without a file. */
async function emptyForm(path: string, person: Person): Promise<string> {
  const form = new FormData();
  form.append('note', 'no file');
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await app.server.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${person.idToken}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<{ error: { code: string } }>().error.code;
}

test('an import without a file', async () => {
  expect(await emptyForm('/api/main/sector/import', as)).toBe('settings.import_file_missing');
});
