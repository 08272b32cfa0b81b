/** The bank of this installation. Another one is another object of the interface Gateway, chosen here. */
import type { Platform } from '#platform/platform.ts';
import { type SandboxContext, sandboxGateway, sandboxKey } from '../sandbox/bank.ts';
import type { GatewayContext } from './check-order.ts';

export function gatewayContext(
  platform: Platform,
): GatewayContext & { sandbox: SandboxContext; publicUrl: string } {
  const sandbox: SandboxContext = {
    database: platform.database,
    now: () => platform.clock.now(),
    key: sandboxKey(platform.secrets.pepper),
  };
  return {
    database: platform.database,
    publicUrl: platform.publicUrl,
    sandbox,
    gateway: sandboxGateway(sandbox),
  };
}
