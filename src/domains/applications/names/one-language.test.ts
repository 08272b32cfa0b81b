/** A Bengali reader meets the Bengali name in every list, file and paper, an English one the Latin name; a missing one is filled. */
import { afterAll, expect, test } from 'vitest';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from '../contract.ts';
import { printDemandNote } from '../demand-note/print-demand-note.ts';
import { makeApplication } from '../factory.ts';
import * as intake from '../intake/contract.ts';
import { printLetter } from '../letter/print-letter.ts';
import * as noc from '../noc/contract.ts';

const LATIN = 'Shahana Akter';
const BENGALI = 'শাহানা আকতার';
const NAMES = [LATIN, BENGALI];

const app = await testApp();
afterAll(closePdf);
const named = (upTo: 'DRAFT' | 'PENDING' | 'WAITING_FOR_REVIEW' | 'READY_TO_PAY') =>
  makeApplication(app, { upTo, name: LATIN, nameBn: BENGALI });

async function csv(as: Person, endpoint: Endpoint, language: 'en' | 'bn'): Promise<string> {
  const answer = await app.server.inject({
    url: `/api/${endpoint.service}${endpoint.path}`,
    query: { format: 'csv', language },
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

test('lists and records give both names; a file has that of its language', async () => {
  const [reviewer, admin] = [await app.staff('reviewer'), await app.staff('admin')];
  const [made, draft, waiting] = [
    await named('PENDING'),
    await named('DRAFT'),
    await named('WAITING_FOR_REVIEW'),
  ];
  const plain = await makeApplication(app, { upTo: 'PENDING', name: 'Only Latin' });
  const all = await app.call(contract.listApplications, { as: reviewer });
  const namesOf = (id: string) => {
    const found = all.items.find((item) => item.id === id);
    return [found?.applicantName, found?.applicantNameBn];
  };
  expect(namesOf(made.id)).toEqual(NAMES);
  expect(namesOf(plain.id)).toEqual(['Only Latin', null]);
  const detail = await app.call(contract.getApplication, { as: reviewer, params: { id: made.id } });
  expect([detail.applicantName, detail.applicantNameBn]).toEqual(NAMES);
  const drafts = await app.call(intake.listDrafts, { as: admin, query: { id: draft.id } });
  expect(drafts.items.map(({ name, nameBn }) => [name, nameBn])).toEqual([NAMES]);
  const desk = await app.call(noc.listNoc, { as: admin });
  const atDesk = desk.items.find(({ id }) => id === waiting.id);
  expect([atDesk?.applicantName, atDesk?.applicantNameBn]).toEqual(NAMES);
  for (const [as, endpoint] of [
    [reviewer, contract.listApplicationsDownload],
    [admin, intake.listDraftsDownload],
    [admin, noc.listNocDownload],
  ] as const) {
    const [english, bengali] = [await csv(as, endpoint, 'en'), await csv(as, endpoint, 'bn')];
    expect([english.includes(LATIN), english.includes(BENGALI)], endpoint.path).toEqual([true, false]);
    expect([bengali.includes(LATIN), bengali.includes(BENGALI)], endpoint.path).toEqual([false, true]);
  }
  expect(await csv(reviewer, contract.listApplicationsDownload, 'bn')).toContain('Only Latin');
});

test.each([
  ['en', LATIN],
  ['bn', BENGALI],
] as const)('letter and demand note in %s name the applicant as %s', async (language, name) => {
  const { id } = await named('READY_TO_PAY');
  const given = { id, language, publicUrl: 'http://localhost', files: app.platform.files };
  const papers = [
    await printLetter(app.db, app.system(), given),
    await printDemandNote(app.db, app.system(), given),
  ];
  for (const paper of papers) {
    const text = textOfPdf(paper.content);
    expect(NAMES.filter((known) => text.includes(known))).toEqual([name]);
  }
});
