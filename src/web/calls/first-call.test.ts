import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeFirstCall } from './first-call.ts';

const answer = Promise.resolve(new Response('{}'));

beforeEach(() => {
  vi.stubGlobal('window', {
    firstCall: { address: '/api/main/dashboard/consumer', token: 'rahima', answer },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the answer that the document had asked for is taken once', () => {
  expect(takeFirstCall('/api/main/dashboard/consumer', 'rahima')).toBe(answer);
  expect(takeFirstCall('/api/main/dashboard/consumer', 'rahima')).toBeUndefined();
});

test('another address and another person ask themselves', () => {
  expect(takeFirstCall('/api/main/dashboard/consumer?connectionId=1', 'rahima')).toBeUndefined();
  expect(takeFirstCall('/api/main/dashboard/consumer', 'karim')).toBeUndefined();
  expect(takeFirstCall('/api/main/dashboard/consumer', undefined)).toBeUndefined();
});
