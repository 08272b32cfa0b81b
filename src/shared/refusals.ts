/**
 * Which codes a call can refuse with: what its contract lists, and what follows from its declaration. Read by
 * OpenAPI, and by the check that nothing else is refused.
 */
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { commonErrors, type ErrorCode } from './errors.ts';
import { exportErrors } from './exports.ts';
import { fileErrors } from './files.ts';

/** True if the caller sends the version of the record that they saw: somebody else's change refuses the call. */
export function isVersioned({ body }: Endpoint): boolean {
  return body instanceof z.ZodObject && 'version' in body.shape;
}

/** Codes that follow from how an endpoint is declared: nobody lists them. */
export function impliedRefusals(endpoint: Endpoint): ErrorCode[] {
  const { access, method, path, rate, kind, openInMaintenance } = endpoint;
  const changes = method !== 'GET';
  return [
    ...('public' in access ? [] : [commonErrors.not_signed_in]),
    ...('permission' in access || 'consumer' in access ? [commonErrors.not_permitted] : []),
    ...(path.includes('{') ? [commonErrors.not_found] : []),
    ...(isVersioned(endpoint) ? [commonErrors.stale_version] : []),
    // The same key with another input, or while the first call is still under way; two calls in each other's way.
    ...(changes
      ? [
          commonErrors.idempotency_key_reused,
          commonErrors.conflict,
          commonErrors.frozen,
          commonErrors.too_large,
        ]
      : []),
    ...(kind === 'multipart' ? Object.values(fileErrors) : []),
    ...(kind === 'download' ? Object.values(exportErrors) : []),
    // Too often, or too much of one person at a time.
    ...('public' in access && rate === 'normal' ? [] : [commonErrors.too_many_requests]),
    ...(openInMaintenance ? [] : [commonErrors.under_maintenance]),
    commonErrors.invalid_input,
    commonErrors.unavailable,
    commonErrors.took_too_long,
    ...(changes ? [commonErrors.locked] : []),
    commonErrors.unexpected,
  ];
}

/** Every code that the endpoint can refuse with, once. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  return [...new Set([...endpoint.refuses, ...impliedRefusals(endpoint)])];
}

/** True if the code is neither listed nor implied: the contract is not complete. */
export function isUnlisted(endpoint: Endpoint, code: string): boolean {
  return !refusalsOf(endpoint).some((refusal) => refusal.code === code);
}
