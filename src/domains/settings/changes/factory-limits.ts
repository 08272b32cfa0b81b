/** Limits for tests, changed as people do: one asks, another one agrees. */
import type { Endpoint, EndpointInput } from '#shared/endpoint.ts';
import type { TestApp } from '#test/app.ts';
import { decideLimitChange, listLimitChanges } from './contract.ts';

/** @param body what the asking call is sent, without the reason */
export async function changeLimits<E extends Endpoint>(
  app: TestApp,
  ask: E,
  body: Omit<NonNullable<EndpointInput<E>['body']>, 'reason'>,
): Promise<void> {
  const [asker, decider] = [await app.staff('admin'), await app.staff('reviewer')];
  const input = { as: asker, body: { ...body, reason: 'as the board decided' } };
  await app.call(ask, input as never);
  const { items } = await app.call(listLimitChanges, { as: decider });
  for (const { id } of items)
    await app.call(decideLimitChange, { as: decider, params: { id }, body: { accept: true } });
}
