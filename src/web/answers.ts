/**
 * Calls as React state. Every successful action makes all answers stale: those on the screen are fetched again
 * at once, the others when they are next shown, so no list has to know what an action touches.
 */
import {
  QueryClient,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { type CallOptions, call } from './call.ts';
import { type CallError, isTransient } from './call-error.ts';
import { randomKey } from './random-key.ts';
import { showError } from './toast.ts';

const STALE_AFTER_MS = 15_000;
const READ_ATTEMPTS = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      retry: (failures, error) => failures < READ_ATTEMPTS && isTransient(error),
    },
  },
});

type AnswerOptions<E extends Endpoint> = Omit<
  UseQueryOptions<EndpointAnswer<E>, CallError>,
  'queryKey' | 'queryFn'
>;

/** The answer of a GET endpoint: `const sectors = useAnswer(listSectors, { query })`. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E> = {},
  options: AnswerOptions<E> = {},
) {
  return useQuery<EndpointAnswer<E>, CallError>({
    ...options,
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
  });
}

type ActionOptions<E extends Endpoint> = {
  onDone?: (answer: EndpointAnswer<E>, input: EndpointInput<E>) => unknown;
  /** The screen shows errors itself (a form does); otherwise a toast says them. */
  quiet?: boolean;
};

/** Names and sizes tell one choice of files from another. */
function filesOf(files: CallOptions['files']) {
  return Object.entries(files ?? {}).map(([field, file]) => [
    field,
    file.size,
    file instanceof File && file.name,
  ]);
}

/** True where nobody can know whether the call was carried out: the next try has to be the same intent. */
function outcomeUnknown(error: unknown): boolean {
  return isTransient(error);
}

/**
 * A call that changes something: `const remove = useAction(deleteSector, …); remove.run({ params: { id } })`.
 * The Idempotency-Key stays the same while the outcome of the same input is unknown, and is new otherwise.
 */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  const client = useQueryClient();
  const intent = useRef({ input: '', key: '' });
  const mutation = useMutation<
    EndpointAnswer<E>,
    CallError,
    { input: EndpointInput<E>; files?: CallOptions['files'] }
  >({
    mutationFn: ({ input, files }) => {
      const wanted = JSON.stringify([input, filesOf(files)]);
      if (intent.current.input !== wanted) intent.current = { input: wanted, key: randomKey() };
      return call(endpoint, input, { idempotencyKey: intent.current.key, ...(files ? { files } : {}) });
    },
    onSuccess: async (answer, { input }) => {
      intent.current = { input: '', key: '' };
      void client.invalidateQueries();
      await options.onDone?.(answer, input);
    },
    onError: (error) => {
      if (!outcomeUnknown(error)) intent.current = { input: '', key: '' };
      if (!options.quiet && error.status !== 402 && error.status !== 403) void showError(error);
    },
  });
  return {
    run: (input: EndpointInput<E>, files?: CallOptions['files']) =>
      mutation.mutate(files ? { input, files } : { input }),
    runAsync: (input: EndpointInput<E>, files?: CallOptions['files']) =>
      mutation.mutateAsync(files ? { input, files } : { input }),
    isRunning: mutation.isPending,
    error: mutation.error,
    answer: mutation.data,
    reset: mutation.reset,
  };
}
