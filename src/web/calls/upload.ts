/**
 * Uploads with progress: XMLHttpRequest, because fetch tells nothing about what was sent. Same headers, refresh
 * and refusals as `call`.
 */
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { type Answered, addressOf, bodyOf, headersOf, throwRefused } from './call.ts';
import { CallError } from './call-error.ts';
import { signalChange } from './change-signals.ts';
import { randomKey } from './random-key.ts';
import { suspectServer } from './server-state.ts';
import { withSession } from './with-session.ts';

export type UploadOptions = {
  files: Record<string, Blob>;
  /** Share sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  idempotencyKey?: string;
};

function send(
  endpoint: Endpoint,
  input: EndpointInput<Endpoint>,
  options: UploadOptions,
  key: string,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const body = bodyOf(endpoint, input.body, options.files);
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, input));
    for (const [name, value] of Object.entries(headersOf(endpoint, body, key)))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        body: () => JSON.parse(request.responseText),
      }),
    );
    request.addEventListener('error', () => {
      void suspectServer();
      reject(new CallError(0));
    });
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(body ?? null);
  });
}

/** Sends files to a multipart endpoint; resolves to its answer. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: UploadOptions,
): Promise<EndpointAnswer<E>> {
  const plain = input as EndpointInput<Endpoint>;
  const key = options.idempotencyKey ?? randomKey();
  const sent = await withSession(endpoint, () => send(endpoint, plain, options, key), options.signal);
  await throwRefused(sent);
  try {
    return (sent.body() as { data: EndpointAnswer<E> }).data;
  } catch {
    // A page of something in between: what the upload did is unknown.
    throw new CallError(0);
  }
}

/** On a slow network an act is over before the page shows what it did. */
const SHOWN_WITHIN_MS = 2000;

/** Tells it and waits until the page shows what was done: the next button is pressed for that, not for what was before. */
export async function changeShown(): Promise<void> {
  await Promise.race([signalChange('changed'), new Promise((end) => setTimeout(end, SHOWN_WITHIN_MS))]);
}
