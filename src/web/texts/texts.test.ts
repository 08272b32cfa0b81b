/** A screen whose texts are here is shown at once: React must see that without waiting. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadTexts, startTexts } from './texts.ts';

test('texts that were loaded say so to React, and what failed is asked for again', async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const storage = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('navigator', { languages: ['en'], onLine: false });
  vi.stubGlobal('window', globalThis);
  let isAway = true;
  const pumps = async () => {
    if (isAway) throw new Error('the network is away');
    return { title: 'Pumps' };
  };
  await startTexts({ common: { en: async () => ({}), bn: async () => ({}) }, pumps: { en: pumps } });
  await expect(loadTexts('pumps')).rejects.toThrow('could not be loaded');
  isAway = false;
  const loading = loadTexts('pumps');
  await loading;
  // React reads this property before it waits for a promise (`use`).
  expect(loading).toMatchObject({ status: 'fulfilled' });
});
