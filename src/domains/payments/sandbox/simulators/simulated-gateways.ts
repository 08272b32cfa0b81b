/** The gateways of a demo: the real adapters, with a simulator in the place of the network. Nothing here reaches a host. */
import type { GatewayName } from '#shared/gateway-names.ts';
import { bkash } from '../../gateway/adapters/bkash.ts';
import { cityBank } from '../../gateway/adapters/city-bank.ts';
import { sslcommerz } from '../../gateway/adapters/sslcommerz.ts';
import type { Wire } from '../../gateway/adapters/wire.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { type SandboxContext, sandboxGateway, signedCall, wayBack } from '../bank.ts';
import { BKASH_ACCOUNT, bkashSimulator } from './bkash.ts';
import { CITY_BANK_ACCOUNT, cityBankSimulator } from './city-bank.ts';
import type { Simulator } from './simulator.ts';
import { SSLCOMMERZ_ACCOUNT, sslcommerzSimulator } from './sslcommerz.ts';

/** A name that no resolver knows (RFC 2606). */
const NOWHERE = 'https://simulator.invalid';

/** @param through what comes between the adapter and the simulator: in tests, a network that fails */
export function simulatedGateways(
  context: SandboxContext,
  through: (name: GatewayName, wire: Wire) => Wire = (_name, wire) => wire,
): Gateway[] {
  const at = (simulator: Simulator) => ({
    wire: through(simulator.name, (call) => simulator.answer(context, call)),
    hosts: [] as string[],
    ownPages: context.publicUrl,
  });
  return [
    sandboxGateway(context),
    cityBank({ ...CITY_BANK_ACCOUNT, ...at(cityBankSimulator), url: NOWHERE }),
    sslcommerz({ ...SSLCOMMERZ_ACCOUNT, ...at(sslcommerzSimulator), url: NOWHERE }),
    bkash({
      ...{ ...BKASH_ACCOUNT, ...at(bkashSimulator), now: () => context.now() },
      url: `${NOWHERE}/v1.2.0-beta/tokenized/checkout`,
    }),
  ];
}

/** The sandbox bank's own ways; it signs its calls with a key that only it and we know. */
const sandboxSimulator = (context: SandboxContext): Simulator => ({
  name: 'sandbox',
  waitsForMerchant: false,
  answer: () => Promise.reject(new Error('the sandbox bank is not asked through a network')),
  callOf: (_order, { amountMinor, currency, orderId, merchantId }) => ({
    gateway: 'sandbox',
    ...signedCall(context.key, { orderId, merchantId, amountMinor, currency }),
  }),
  wayBack: (order, decision) => {
    const { returnUrl, claim } = wayBack(order, decision);
    const xmlmsg = `<Message><OrderID>${order.orderId}</OrderID><SessionID>${order.sessionId}</SessionID><TotalAmountScr>${order.amountMinor}</TotalAmountScr><CurrencyISOAlpha>BDT</CurrencyISOAlpha><OrderStatus>${claim}</OrderStatus></Message>`;
    return { method: 'post', url: returnUrl, fields: { xmlmsg } };
  },
});

export function simulatorOf(context: SandboxContext, name: GatewayName): Simulator {
  const all = [cityBankSimulator, sslcommerzSimulator, bkashSimulator];
  return all.find((simulator) => simulator.name === name) ?? sandboxSimulator(context);
}
