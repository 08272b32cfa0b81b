/**
 * Puts what a crew notes about an order into the phone's outbox (decision 0050): the arrival and photos at once, the completion when it is
 * pressed. What is typed before that is kept on the phone only: the server has no half of a completion.
 */
import type { EndpointInput } from '#shared/endpoint.ts';
import { call } from '#web/calls/call.ts';
import { queryClient } from '#web/calls/use-answer.ts';
import type { Entry } from '#web/outbox/entry.ts';
import { type Given, type Outcome, putIn, putInAndWait } from '#web/outbox/outbox.ts';
import { getOrder, type OrderDetail } from '../../contract.ts';
import type { completeOrder, noteArrival } from '../../steps/contract.ts';
import type { Moment } from '../../work-order.rules.ts';
import { ORDER_ARRIVAL, ORDER_COMPLETION, ORDER_PHOTO } from '../outbox.ts';

/** What is typed is on the phone soon. */
const KEEP_AFTER_MS = 400;

export type Typed = Record<string, unknown>;
export const recordOf = ({ id }: Pick<OrderDetail, 'id'>) => `work-order:${id}`;

export const arrivalOf = (entries: readonly Entry[]): Entry | undefined =>
  entries.findLast(({ way }) => way === ORDER_ARRIVAL);
/** The completion that is being filled in, waits for a network, or was refused. */
export const completionOf = (entries: readonly Entry[]): Entry | undefined =>
  entries.findLast(({ way }) => way === ORDER_COMPLETION);
export const photosOf = (entries: readonly Entry[], moment: Moment): readonly Entry[] =>
  entries.filter(({ file, input }) => file && (input.query as { moment?: Moment })?.moment === moment);

/** @param version of the order, as far as this page knows it when something is kept */
export function orderKeeper({ id, number }: Pick<OrderDetail, 'id' | 'number'>, version: () => number) {
  const common = { record: recordOf({ id }), version, number, page: `/work-order-repair/${id}` };
  const completion = {
    ...common,
    way: ORDER_COMPLETION,
    slot: 'completion',
    isVersioned: true,
    isLast: true,
  };
  const asDraft = (typed: Typed): Given => ({ ...completion, isDraft: true, typed, input: {} });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let untold: Typed | null = null;

  function keep() {
    clearTimeout(timer);
    if (!untold) return;
    const values = untold;
    untold = null;
    void putIn(asDraft(values)).catch(() => {
      untold ??= values;
    });
  }
  function forget() {
    clearTimeout(timer);
    untold = null;
  }
  return {
    type(values: Typed) {
      untold = values;
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER_MS);
    },
    /** The page goes: what was typed is kept at once. */
    settle: keep,
    /** It was discarded. */
    forget,
    photo: (file: File, moment: Moment) =>
      putIn({
        ...common,
        ...{ way: ORDER_PHOTO, isVersioned: false },
        input: { query: { orderId: id, moment } },
        file: { field: 'file', name: file.name, blob: file },
      }),
    arrive: ({ body }: EndpointInput<typeof noteArrival>): Promise<Outcome> =>
      putInAndWait({
        ...common,
        ...{ way: ORDER_ARRIVAL, slot: 'arrival', isVersioned: true },
        input: { body: { ...body, notedAt: new Date().toISOString() } },
      }),
    complete({ body }: EndpointInput<typeof completeOrder>, typed: Typed): Promise<Outcome> {
      forget();
      const noted = { ...body, notedAt: new Date().toISOString() };
      return putInAndWait({ ...completion, typed, input: { body: noted } });
    },
    /** A completion that was not sent yet is filled in again. */
    takeBack: (typed: Typed) => putIn(asDraft(typed)),
    /** The same once more, for the order as it is now: who has it may still take this step. */
    repeat: (entry: Entry) => putIn({ ...entry, version, dueAt: 0 }),
  };
}
export type OrderKeeper = ReturnType<typeof orderKeeper>;

/** As the server has it now. */
export function fetchAgain(id: string): Promise<OrderDetail> {
  const queryFn = () => call(getOrder, { params: { id } }, { quiet: true });
  return queryClient.fetchQuery({ queryKey: [getOrder.path, { params: { id } }], queryFn, staleTime: 0 });
}
