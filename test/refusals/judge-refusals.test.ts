/** The comparison of refusals notices what it is there for. */
import { expect, test } from 'vitest';
import { holdApplication } from '#domains/applications/contract.ts';
import { openApi } from '#platform/http/openapi.ts';
import { action } from '#platform/route.ts';
import { judgeCalls, judgeWhole } from './judge-refusals.ts';

const HOLD = 'POST main/application/hold';

test('a code that a contract neither lists nor implies is a problem; those of fields are not', () => {
  const listed = [
    `${HOLD} applications.on_hold`,
    `${HOLD} common.not_signed_in`,
    `${HOLD} common.required field`,
  ];
  expect(judgeCalls(new Set(listed))).toEqual([]);
  expect(judgeCalls(new Set([`${HOLD} applications.nothing_paid`]))).toEqual([
    `Refused, but not in the contract's refuses: ${HOLD} applications.nothing_paid`,
  ]);
});

test('a code that no test produces is a problem, and one that only another call produces', () => {
  const untried = (code: string) => `Listed by a contract, but no test produces it: ${HOLD} ${code}`;
  const problems = judgeWhole(
    new Set([
      `${HOLD} applications.wrong_state`,
      'POST main/application/suspend applications.archived',
      'POST main/sector/import settings.import_day_wrong told',
    ]),
  );
  expect(problems).toContain('No test produces this error code: common.not_found');
  expect(problems).toContain(untried('applications.archived'));
  expect(problems).not.toContain(untried('applications.wrong_state'));
  for (const code of ['applications.archived', 'settings.import_day_wrong'])
    expect(problems).not.toContain(`No test produces this error code: ${code}`);
});

test('a code that an answer tells of a row, or that comes beside the API, is in no contract', () => {
  const aside = ['POST main/sector/import settings.import_day_wrong told', '- - files.link_expired'];
  expect(judgeCalls(new Set(aside))).toEqual([]);
});

test('an audit word that no test writes is a problem, and it is no refusal', () => {
  const lines = new Set(['audit surcharge.charge', 'audit wallet.move']);
  const problems = judgeWhole(lines);
  expect(problems).toContain('No test writes this audit word: wallet.freeze');
  expect(problems).not.toContain('No test writes this audit word: surcharge.charge');
  expect(judgeCalls(lines)).toEqual([]);
});

test('OpenAPI shows the codes by their status', () => {
  const { paths } = openApi({
    title: 'test',
    routes: [action(holdApplication, () => Promise.reject(new Error('never called')))],
    nameOf: () => 'holdApplication',
    prefix: () => '/api/main',
  });
  const operation = paths['/api/main/application/hold']?.post as
    | { responses?: Record<string, unknown> }
    | undefined;
  const responses = operation?.responses ?? {};
  expect(Object.keys(responses)).toEqual([
    '200',
    '402',
    '403',
    '404',
    '409',
    '413',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(JSON.stringify(responses[409])).toContain(
    '"enum":["applications.archived","applications.hold_not_yours","applications.on_hold","applications.wrong_state","common.conflict","common.frozen","common.stale_version"]',
  );
});
