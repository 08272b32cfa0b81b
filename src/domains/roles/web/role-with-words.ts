/** A role as its own call answers it: with its permissions. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import type { getRole } from '../contract.ts';

export type RoleWithWords = EndpointAnswer<typeof getRole>;
