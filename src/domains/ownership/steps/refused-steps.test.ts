/** Each step refuses a request that is not there, one that has ended, and a version that is not the last one. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { makeOffice } from '../factory-calls.ts';
import { type RequestAction, TRANSITIONS } from '../ownership.rules.ts';
import * as steps from './contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const { phone: _, ...newOwner } = office.fields();
type At = { requestId: string; version: number };

/** Each step that names a version, by somebody who may take it, with fields that are right. */
const VERSIONED: Record<string, (at: At) => Promise<string | undefined>> = {
  edit: (at) => app.codeOf(steps.updateRequest, { as: clerk, body: { ...at, ...newOwner } }),
  'remove-document': (at) =>
    app.codeOf(steps.removePaper, { as: clerk, body: { ...at, documentId: UNKNOWN } }),
  override: (at) =>
    app.codeOf(steps.overrideConsent, {
      as: clerk,
      body: { ...at, side: 'PRESENT', reason: 'signed at the desk' },
    }),
  verify: (at) => app.codeOf(steps.verifyPapers, { as: clerk, body: at }),
  return: (at) => app.codeOf(steps.returnRequest, { as: clerk, body: { ...at, remark: 'the deed is old' } }),
  resubmit: (at) => app.codeOf(steps.resubmitRequest, { as: clerk, body: at }),
  read: (at) =>
    app.codeOf(steps.noteReading, {
      as: clerk,
      body: { ...at, readOn: app.system().today, registerLitres: 12_000 },
    }),
  accept: (at) => app.codeOf(steps.acceptChange, { as: admin, body: at }),
  reject: ({ requestId, version }) =>
    app.codeOf(steps.rejectChange, {
      as: admin,
      query: { requestId },
      body: { version, remark: 'another plot' },
    }),
  withdraw: (at) => app.codeOf(steps.withdrawRequest, { as: clerk, body: { ...at, remark: 'not sold' } }),
};
/** Steps without a version. */
const OTHERS: Record<string, (at: At) => Promise<string | undefined>> = {
  'send-code': ({ requestId }) =>
    app.codeOf(steps.sendCode, { as: clerk, body: { requestId, side: 'PRESENT' } }),
  agree: ({ requestId }) =>
    app.codeOf(steps.agree, { as: clerk, body: { requestId, side: 'PRESENT', code: '000000' } }),
  document: async ({ requestId }) => (await office.addPaper(requestId, 'deed_paper')).code,
};
const ALL = Object.entries({ ...VERSIONED, ...OTHERS });

test.each(ALL)('%s of a request that is not there', async (_name, step) => {
  expect(await step({ requestId: UNKNOWN, version: 1 })).toBe('common.not_found');
});

test('no step of a request that was withdrawn', async () => {
  const { id } = await office.request();
  expect(await VERSIONED.withdraw?.(await office.at(id))).toBeUndefined();
  const at = await office.at(id);
  for (const [name, step] of ALL) expect([name, await step(at)]).toEqual([name, 'ownership.wrong_state']);
  expect(await office.at(id)).toEqual(at);
});

const STATES = [
  'REQUESTED',
  'CONSENTED',
  'DOCS_VERIFIED',
  'READY_TO_APPROVE',
  'COMPLETED',
  'RECORRECTION',
] as const;

/** An owner who agreed is told that, in each later state. */
const refusalOf = (name: string) => (name === 'agree' ? 'ownership.agreed_already' : 'ownership.wrong_state');

test.each(STATES)('in %s: what the table does not list is refused, what it lists is not', async (upTo) => {
  const isListed = (name: string) => TRANSITIONS[name as RequestAction].from.includes(upTo);
  const made = async () => {
    const { id } = await office.request({ upTo: upTo === 'RECORRECTION' ? 'CONSENTED' : upTo });
    if (upTo === 'RECORRECTION') expect(await VERSIONED.return?.(await office.at(id))).toBeUndefined();
    return office.at(id);
  };
  const at = await made();
  for (const [name, step] of ALL.filter(([name]) => !isListed(name)))
    expect([name, await step(at)]).toEqual([name, refusalOf(name)]);
  for (const [name, step] of ALL.filter(([name]) => isListed(name)))
    expect([name, await step(await made())]).not.toEqual([name, 'ownership.wrong_state']);
});

test('no step on a version that is not the last one', async () => {
  const { id } = await office.request();
  const { version } = await office.at(id);
  for (const old of [version - 1, version + 1]) {
    for (const [name, step] of Object.entries(VERSIONED)) {
      expect([name, await step({ requestId: id, version: old })]).toEqual([name, 'common.stale_version']);
    }
  }
  expect((await office.stand(id)).state).toBe('REQUESTED');
});
