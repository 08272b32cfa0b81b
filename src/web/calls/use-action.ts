/**
 * Calls that change something, as React state: `const remove = useAction(deleteSector, …)`. The Idempotency-Key
 * stays the same while the outcome of the same input is unknown, and is new in all other cases. Knows nothing of the
 * answers' cache, so that the sign-in screens do not load it.
 */
import { useRef, useState } from 'react';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { showError } from '../state/toast.ts';
import { type CallOptions, call } from './call.ts';
import { CallError, isTransient } from './call-error.ts';
import { type ChangeSignal, signalChange, signalRefusal } from './change-signals.ts';
import { randomKey } from './random-key.ts';

type Files = CallOptions['files'];

/** Names and sizes tell one choice of files from another. */
function filesOf(files: Files) {
  return Object.entries(files ?? {}).map(([field, file]) => [
    field,
    file.size,
    file instanceof File && file.name,
  ]);
}

/**
 * Sends with the key of the intent: the same wish, repeated because its outcome is unknown, is done once.
 * @param signal what is told afterwards
 */
export function useIntent(signal: ChangeSignal = 'changed') {
  const intent = useRef({ wish: '', key: '' });
  return async <E extends Endpoint>(endpoint: E, input: EndpointInput<E>, files?: Files) => {
    const wish = JSON.stringify([endpoint.path, input, filesOf(files)]);
    if (intent.current.wish !== wish) intent.current = { wish, key: randomKey() };
    try {
      const answer = await call(endpoint, input, {
        idempotencyKey: intent.current.key,
        ...(files ? { files } : {}),
      });
      intent.current = { wish: '', key: '' };
      void signalChange(signal);
      return answer;
    } catch (error) {
      if (!isTransient(error)) intent.current = { wish: '', key: '' };
      throw error;
    }
  };
}

type ActionOptions<E extends Endpoint> = {
  onDone?: (answer: EndpointAnswer<E>, input: EndpointInput<E>) => unknown;
  /** The screen shows errors itself; without this a toast shows them. */
  quiet?: boolean;
};

/** 402 has had its toast, 403 its way to login. */
function isUntold(error: unknown): boolean {
  return !(error instanceof CallError) || (error.status !== 402 && error.status !== 403);
}

export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  const send = useIntent();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  /** Resolves to the answer; throws what the call throws. */
  const runAsync = async (input: EndpointInput<E>, files?: Files): Promise<EndpointAnswer<E>> => {
    setIsRunning(true);
    setError(null);
    try {
      const answer = await send(endpoint, input, files);
      await options.onDone?.(answer, input);
      return answer;
    } catch (thrown) {
      setError(thrown);
      // The page shows what it is now; the next press is for that.
      signalRefusal(thrown);
      if (!options.quiet && isUntold(thrown)) void showError(thrown);
      throw thrown;
    } finally {
      setIsRunning(false);
    }
  };
  /** The same for event handlers: what goes wrong has been shown. */
  const run = (input: EndpointInput<E>, files?: Files): void => {
    runAsync(input, files).catch(() => undefined);
  };
  return { run, runAsync, isRunning, error };
}
