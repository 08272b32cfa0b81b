/** What a simulator of a gateway is: the other side of its contract, and how it calls us and sends the browser back. */
import type { GatewayName } from '#shared/gateway-names.ts';
import type { WireCall } from '../../gateway/adapters/wire.ts';
import type { OrderDetails } from '../../gateway/gateway.ts';
import type { Call, SandboxContext, SandboxOrder } from '../bank.ts';
import type { Decision } from '../choices.rules.ts';

export type WayBack = { method: 'post' | 'get'; url: string; fields: Record<string, string> };

export type Simulator = {
  name: GatewayName;
  /** Answers a call of the merchant. */
  answer(context: SandboxContext, call: WireCall): Promise<{ status: number; text: string }>;
  /** Its own call; a gateway without one sends none. */
  callOf(order: SandboxOrder, told: OrderDetails): Call | undefined;
  /** How the browser goes back after a decision. */
  wayBack(order: SandboxOrder, decision: Decision): WayBack;
  /** The money moves only when the merchant asks for it. */
  waitsForMerchant: boolean;
};

export const json = (content: object, status = 200) => ({ status, text: JSON.stringify(content) });
/** As a gateway answers who is not its merchant. */
export const refused = () => json({ message: 'refused' }, 401);

/** The fields of a JSON call, as texts. */
export function contentOf(call: WireCall): Record<string, string> {
  const content = JSON.parse(call.body || '{}') as Record<string, unknown>;
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, String(value)]));
}

/** True if all of these are there. */
export const has = (fields: Record<string, string>, names: readonly string[]): boolean =>
  names.every((name) => (fields[name] ?? '') !== '');
