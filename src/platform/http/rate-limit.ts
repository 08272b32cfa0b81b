/**
 * Rate limits per class, counted in PostgreSQL so that they hold over processes and restarts (G42).
 * `normal` calls are not counted: a clerk may work as fast as the server answers. The limits: ../limits.ts.
 */
import type pg from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { RateClass } from '#shared/endpoint.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { FAILURES_ONLY, RATE_LIMITS } from '../limits.ts';

/** Counts a call or refuses it; gives what takes the count back, if only failures are to stay counted. */
export type RateLimiter = (rate: RateClass, caller: string) => Promise<(() => Promise<unknown>) | undefined>;

/** A limiter over `platform.rate_limits`; `factor` widens every limit (tests and benchmarks). */
export function rateLimiter(pool: pg.Pool, factor = 1): RateLimiter {
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([rate, { points, seconds }]) => [
      rate,
      new RateLimiterPostgres({
        storeClient: pool,
        schemaName: 'platform',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: rate,
        points: points * factor,
        duration: seconds,
      }),
    ]),
  );
  return async (rate, caller) => {
    const limiter = limiters.get(rate);
    if (!limiter) return undefined;
    try {
      await limiter.consume(caller);
      return FAILURES_ONLY.has(rate) ? () => limiter.reward(caller) : undefined;
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown;
      const wait = Math.ceil((thrown as RateLimiterRes).msBeforeNext / 1000);
      throw fail(commonErrors.too_many_requests, { seconds: wait });
    }
  };
}
