/** The endpoints as the conformance tests walk over them: from the contracts, so that a new one is covered at once. */
import { faces } from '#app/services.ts';
import { type Endpoint, endpointsOf } from '#shared/endpoint.ts';

export type Registered = { domain: string; name: string; endpoint: Endpoint };

/** Every endpoint of every contract. */
export const registry: Registered[] = faces.flatMap(({ name: domain, contracts }) =>
  contracts.flatMap((contract) =>
    endpointsOf(contract).map(([name, endpoint]) => ({ domain, name, endpoint })),
  ),
);

export const label = ({ endpoint }: Registered) => `${endpoint.method} ${endpoint.service}${endpoint.path}`;

/** An address of the endpoint with parameters that fit their form but name nothing. */
export function addressOf({ endpoint }: Registered): string {
  const path = endpoint.path.replace(/\{\w+\}/g, '0190ffff-ffff-7fff-8fff-ffffffffffff');
  return `/api/${endpoint.service}${path}`;
}
