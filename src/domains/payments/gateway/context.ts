/** The gateways of this installation: those of its settings, or in a demo the simulators of the same contracts. */
import type { Platform } from '#platform/platform.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import { type SandboxContext, sandboxKey } from '../sandbox/bank.ts';
import { simulatedGateways } from '../sandbox/simulators/simulated-gateways.ts';
import { BKASH_HOSTS, bkash } from './adapters/bkash.ts';
import { CITY_BANK_HOSTS, cityBank } from './adapters/city-bank.ts';
import { SSLCOMMERZ_HOSTS, sslcommerz } from './adapters/sslcommerz.ts';
import { networkWire } from './adapters/wire.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayAddresses } from './open-order.ts';

export function gatewayContext(platform: Platform): GatewayAddresses & { sandbox: SandboxContext } {
  const { database, publicUrl, gateways: set } = platform;
  const sandbox: SandboxContext = {
    database,
    now: () => platform.clock.now(),
    key: sandboxKey(platform.secrets.pepper),
    publicUrl,
  };
  const real = realGateways(platform);
  const simulated = simulatedGateways(sandbox);
  const all = async () => ((await set.simulates(database.db)) ? simulated : real);
  const offered = async () => {
    const isDemo = await set.simulates(database.db);
    const names: readonly GatewayName[] = set.names ?? (isDemo ? ['sandbox'] : []);
    const known = isDemo ? simulated : real;
    return names.flatMap((name) => known.filter((gateway) => gateway.name === name));
  };
  return { database, publicUrl, callbackUrl: set.callbackUrl, sandbox, gateways: all, offered };
}

function realGateways({ gateways, sending, clock }: Platform): Gateway[] {
  const { credentials } = gateways;
  const at = (own: readonly string[], tls?: Parameters<typeof networkWire>[0]['tls']) => {
    const hosts = [...own, ...gateways.hosts];
    return { hosts, wire: networkWire({ hosts, allowed: sending.privateHosts, ...(tls && { tls }) }) };
  };
  const { 'city-bank': bank, sslcommerz: shop, bkash: wallet } = credentials;
  return [
    ...(bank
      ? [
          cityBank({
            ...bank,
            ...at(CITY_BANK_HOSTS, { cert: bank.certificate, key: bank.key, ca: bank.ca }),
          }),
        ]
      : []),
    ...(shop ? [sslcommerz({ ...shop, ...at(SSLCOMMERZ_HOSTS) })] : []),
    ...(wallet ? [bkash({ ...wallet, ...at(BKASH_HOSTS), now: () => clock.now() })] : []),
  ];
}

/** What the browser shows to choose from. */
export async function offeredGateways(platform: Platform): Promise<GatewayName[]> {
  return (await gatewayContext(platform).offered()).map(({ name }) => name);
}
