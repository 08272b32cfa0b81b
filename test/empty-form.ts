/** A form without a file, sent to a call that wants one. */
import type { Endpoint } from '#shared/endpoint.ts';
import type { Person, TestApp } from './app.ts';

/** Gives the code of the refusal. */
export async function sendEmptyForm(app: TestApp, endpoint: Endpoint, as: Person): Promise<string> {
  const form = new FormData();
  form.append('note', 'no file');
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await app.server.inject({
    method: endpoint.method,
    url: `/api/${endpoint.service}${endpoint.path}`,
    headers: {
      authorization: `Bearer ${as.idToken}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<{ error: { code: string } }>().error.code;
}
