/**
 * The payment after the bank, as the server knows it: brought to the bank if that is still to do, asked about
 * again and again for a minute while the bank has not decided. The address proves nothing but which payment.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { GATEWAY_NAMES, type GatewayName } from '#shared/gateway-names.ts';
import { call } from '#web/calls/call.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { currentLanguage } from '#web/texts/texts.ts';
import { completeGatewayPayment, openOrder } from '../../gateway/contract.ts';
import { isUndecided } from '../../payment.rules.ts';

/** Of the address; what is no gateway is none. */
export const gatewayOf = (name: string | undefined): GatewayName | undefined =>
  GATEWAY_NAMES.find((known) => known === name);

export type GatewayPayment = EndpointAnswer<typeof completeGatewayPayment>;

const ASK_EVERY_MS = 3000;
const ASK_FOR_MS = 60_000;
const BEFORE_LEAVING_MS = 900;

export type GatewayView = {
  payment: GatewayPayment | null;
  error: unknown;
  /** The browser is on its way to the bank. */
  isLeaving: boolean;
  /** The bank has not decided, after a minute of asking or because the person came back by Back. */
  isUnknown: boolean;
  askAgain: () => void;
  /** Shows the payment as an answer of the server has it. */
  show: (payment: GatewayPayment) => void;
};

/** Just made here, so that nothing is to be asked about it: it goes to the bank. After a reload nobody knows that any more. */
const starting = new Set<string>();

/** The payment was made on the page before: the next page brings it to the bank with its first question. */
export function startAtBank(paymentId: string): void {
  starting.add(paymentId);
}

/**
 * @param gateway the way to pay that the page before had chosen
 * @param wasAtBank the page before brought the person to the bank, and not the bank brought them here: who comes back by
 *   Back did not finish there, so no answer of the bank is on its way
 */
export function useGatewayPayment(
  paymentId: string | undefined,
  gateway: GatewayName | undefined,
  wasAtBank: boolean,
): GatewayView {
  const [payment, setPayment] = useState<GatewayPayment | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isUnknown, setIsUnknown] = useState(false);
  const [round, setRound] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const askAgain = useCallback(() => {
    setError(null);
    setIsUnknown(false);
    setRound((current) => current + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (!paymentId) return;
    let isOver = false;
    const until = Date.now() + ASK_FOR_MS;
    const input = { body: { paymentId } };
    let wasUndecided = false;
    const ask = async (): Promise<void> => {
      const found = await call(completeGatewayPayment, input);
      if (isOver) return;
      if (found.state === 'CREATED') return leave();
      setPayment(found);
      // Decided before this page came: what it asked meanwhile is right.
      if (!isUndecided(found.state)) return void signalChange(wasUndecided ? 'changed' : 'old');
      wasUndecided = true;
      if (wasAtBank) setIsUnknown(true);
      askLater();
    };
    const askLater = () => {
      if (Date.now() >= until) return setIsUnknown(true);
      timer.current = setTimeout(() => {
        // A question that failed says nothing of the payment: the next one may be answered.
        void ask().catch(() => (isOver ? undefined : askLater()));
      }, ASK_EVERY_MS);
    };
    const leave = async (): Promise<void> => {
      const opened = await call(openOrder, { body: { paymentId, gateway, language: currentLanguage() } });
      if (isOver) return;
      setPayment(opened);
      if (!opened.bankUrl) return;
      setIsLeaving(true);
      const { bankUrl } = opened;
      timer.current = setTimeout(() => window.location.assign(bankUrl), BEFORE_LEAVING_MS);
    };
    (starting.delete(paymentId) ? leave() : ask()).catch((thrown: unknown) => {
      if (!isOver) setError(thrown);
    });
    return () => {
      isOver = true;
      clearTimeout(timer.current);
    };
  }, [paymentId, gateway, round, wasAtBank]);

  const show = useCallback((found: GatewayPayment) => {
    clearTimeout(timer.current);
    setPayment(found);
    setIsUnknown(isUndecided(found.state));
  }, []);

  return { payment, error, isLeaving, isUnknown, askAgain, show };
}
