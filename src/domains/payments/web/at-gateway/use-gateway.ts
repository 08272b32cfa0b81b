/** The gateways that are offered, and the one by which somebody pays: the first one is chosen already. */
import { useState } from 'react';
import type { GatewayName } from '#shared/gateway-names.ts';
import { webConfig } from '#web/config.ts';

/** `chosen` undefined: none is offered. */
export function useGateway() {
  const offered = webConfig().gateways ?? [];
  const [chosen, choose] = useState<GatewayName | undefined>(offered[0]);
  return { offered, chosen, choose };
}

export type Gateways = ReturnType<typeof useGateway>;
