/** Every line of the crontab is one that the worker reads, and names a job that exists. */
import { parseCrontab } from 'graphile-worker';
import { expect, test } from 'vitest';
import { allJobs } from '#app/services.ts';
import { FILES_CRONTAB } from '#platform/files/files.ts';
import { OUTBOX_CRONTAB } from '#platform/messages/outbox.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();

test('the crontab is readable and complete', () => {
  const { jobs, crontab, daily } = allJobs(app.platform);
  const own = parseCrontab(crontab.join('\n'));
  expect(own.length).toBe(crontab.length);
  for (const item of own) expect(Object.keys(jobs)).toContain(item.task);
  for (const { name, at } of daily) {
    expect(Object.keys(jobs)).toContain(name);
    expect(at).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  }
  expect(daily.map(({ name }) => name)).toContain('applications:daily-round');
  expect(parseCrontab([OUTBOX_CRONTAB, FILES_CRONTAB].join('\n'))).toHaveLength(3);
  for (const name of Object.keys(jobs)) expect(name).toMatch(/^[a-z-]+:[a-z-]+$/);
});
