/** An upload's answer does what any call's answer does: toast, rights, the pause that the server asks for, the search for the server. */
import { registerHooks } from 'node:module';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { RIGHTS_HEADER } from '#shared/rights.ts';
import { en } from '../texts/en.ts';
import { startTextsIn } from '../texts/texts.ts';
import { onChangeSignal } from './change-signals.ts';
import { upload } from './upload.ts';

const show = vi.fn();
vi.stubGlobal('showToast', show);
// The toaster needs a page. It is loaded with the first toast, and this comes in its place.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/toaster.tsx')
      ? { url: 'data:text/javascript,export const show = globalThis.showToast', shortCircuit: true }
      : next(specifier, context),
});

afterAll(() => {
  hooks.deregister();
  vi.unstubAllGlobals();
});

const answer = { status: 200, responseText: '{}', headers: {} as Record<string, string>, isLost: false };
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal(
  'XMLHttpRequest',
  class {
    upload = new EventTarget();
    #loaded = new EventTarget();
    status = answer.status;
    responseText = answer.responseText;
    getResponseHeader = (name: string) => answer.headers[name.toLowerCase()] ?? null;
    addEventListener = this.#loaded.addEventListener.bind(this.#loaded);
    open() {}
    setRequestHeader() {}
    send() {
      this.#loaded.dispatchEvent(new Event(answer.isLost ? 'error' : 'load'));
    }
  },
);

const sendFile = endpoint({
  service: 'main',
  method: 'POST',
  path: '/file',
  summary: 'A file',
  access: { public: 'so that no session is needed' },
  kind: 'multipart',
  output: z.object({}),
  audit: { none: 'test' },
  refuses: [],
});
const send = () => upload(sendFile, {}, { files: { file: new Blob(['x']) } });
await startTextsIn('en', { common: { en: async () => en } });
const told = vi.fn();
onChangeSignal(told);
const asked = vi.fn(async (_address: string) => Response.json({}));
vi.stubGlobal('fetch', asked);
beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(answer, { status: 200, responseText: '{}', headers: {}, isLost: false });
});
const refusedWith = (code: string) => `{"error":{"code":"${code}"}}`;

test('402: a toast, the rights, and a refusal for the caller', async () => {
  Object.assign(answer, { status: 402, responseText: '{"error":{"code":"common.not_permitted"}}' });
  const refused = await send().catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 402, code: 'common.not_permitted' });
  await vi.waitFor(() =>
    expect(show.mock.calls).toEqual([['error', 'You do not have permission to perform this action.']]),
  );
  expect(told.mock.calls).toEqual([['rights']]);
});

test('what is refused for another reason is shown by the caller', async () => {
  Object.assign(answer, { status: 422, responseText: '{"error":{"code":"common.invalid_input"}}' });
  await expect(send()).rejects.toMatchObject({ status: 422 });
  await new Promise((end) => setTimeout(end, 20));
  expect([show.mock.calls, told.mock.calls]).toEqual([[], []]);
});

test('the pause that the server asks for is the refusal’s', async () => {
  const busy = { status: 429, responseText: refusedWith('common.too_many_requests') };
  Object.assign(answer, { ...busy, headers: { 'retry-after': '7' } });
  await expect(send()).rejects.toMatchObject({ status: 429, retryAfter: 7 });
  Object.assign(answer, { headers: {} });
  await expect(send()).rejects.toMatchObject({ status: 429, retryAfter: undefined });
});

test('other rights than before are asked for again, whether the upload was taken or refused', async () => {
  Object.assign(answer, { responseText: '{"data":{}}', headers: { [RIGHTS_HEADER]: 'first' } });
  await send();
  await send();
  expect(told.mock.calls).toEqual([]);
  Object.assign(answer, { headers: { [RIGHTS_HEADER]: 'second' } });
  await send();
  expect(told.mock.calls).toEqual([['rights']]);
  const refused = { status: 422, responseText: refusedWith('common.invalid_input') };
  Object.assign(answer, { ...refused, headers: { [RIGHTS_HEADER]: 'third' } });
  await expect(send()).rejects.toMatchObject({ status: 422 });
  expect(told.mock.calls).toEqual([['rights'], ['rights']]);
});

test('the server is looked for after an answer of nobody; under maintenance the frame asks for its message', async () => {
  const addresses = () => asked.mock.calls.map(([address]) => address);
  Object.assign(answer, { isLost: true });
  await expect(send()).rejects.toMatchObject({ status: 0, code: 'common.offline' });
  expect(addresses()).toEqual(['/health/ready?of=calls']);
  await new Promise((end) => setTimeout(end, 0));
  Object.assign(answer, { isLost: false, status: 502, responseText: '<h1>Bad Gateway</h1>' });
  await expect(send()).rejects.toMatchObject({ status: 502, code: 'common.unexpected' });
  expect(addresses()).toHaveLength(2);
  Object.assign(answer, { status: 503, responseText: refusedWith('common.under_maintenance') });
  await expect(send()).rejects.toMatchObject({ status: 503 });
  expect(addresses().at(-1)).toBe('/config.json');
});

test('an accepted answer that cannot be read leaves unknown what was done', async () => {
  Object.assign(answer, { responseText: '<h1>Sign in to this network</h1>' });
  await expect(send()).rejects.toMatchObject({ status: 0 });
});
