/** The materials of surveys: by survey and by material, at the rates that hold for each survey, for who sees the application. */
import { expect, test } from 'vitest';
import { lookAtChoice } from '#domains/bulk/contract.ts';
import { makeMaterial } from '#domains/settings/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeApplication } from '../factory.ts';
import { saveSurvey, submitSurvey } from '../survey/contract.ts';
import * as contract from './contract.ts';

const app = await testApp();
const engineer = await app.staff('engineer');
const surveyor = await app.staff('surveyor');

const [ferrule, pipe, clamp] = await transaction(app.db, async (tx) => [
  await makeMaterial(tx, app.system(), {
    nameEn: 'Ferrule',
    nameBn: 'ফেরুল',
    unit: 'pcs',
    rateMinor: minor(850_00),
  }),
  await makeMaterial(tx, app.system(), {
    nameEn: 'Service pipe',
    nameBn: 'সার্ভিস পাইপ',
    unit: 'm',
    rateMinor: minor(100_00),
  }),
  await makeMaterial(tx, app.system(), {
    nameEn: 'Clamp',
    nameBn: 'ক্ল্যাম্প',
    unit: 'pcs',
    rateMinor: minor(10_00),
  }),
]);
type Line = { materialId: string; quantity: string };

async function surveyed(materials: Line[], visitedOn: string, isSubmitted = true): Promise<string> {
  const { id, version } = await makeApplication(app, {
    upTo: 'READY_TO_SURVEY',
    surveyorId: surveyor.userId,
  });
  await execute(
    app.owner.db,
    sql`update applications.applications set letter_issued_on = '2026-01-01', assignee_id = ${surveyor.userId} where id = ${id}`,
  );
  const body = {
    applicationId: id,
    version,
    ...{ visitedOn, distanceM: '5', roadType: 'brick', pipeSizeMm: 20 as const, materials },
  };
  if (isSubmitted) await app.call(submitSurvey, { as: surveyor, query: { type: 'FIXED' }, body });
  else await app.call(saveSurvey, { as: surveyor, body });
  return id;
}

const submitted = await surveyed(
  [
    { materialId: ferrule.id, quantity: '1' },
    { materialId: pipe.id, quantity: '12.5' },
  ],
  '2026-11-10',
);
const draft = await surveyed(
  [
    { materialId: pipe.id, quantity: '4' },
    { materialId: ferrule.id, quantity: '0' },
  ],
  '2026-11-12',
  false,
);
const none = await surveyed([], '2026-11-13', false);
// The rate of the service pipe rose meanwhile, also for the days of these visits.
await execute(
  app.owner.db,
  sql`update settings.material_rates set rate_minor = 20000 where material_id = ${pipe.id}`,
);

type ListQuery = Partial<Parameters<typeof contract.listSurveyMaterials.query.parse>[0] & object>;
const list = (query: ListQuery = {}, as: Person = engineer) =>
  app.call(contract.listSurveyMaterials, { as, query: { limit: 100, ...query } });
const sums = (query: ListQuery = {}, as: Person = engineer) =>
  app.call(contract.listMaterialSums, { as, query: { limit: 100, ...query } });
const idsOf = async (query: ListQuery) => (await list(query)).items.map(({ id }) => id).toSorted();
const named = async (query: ListQuery = {}, as: Person = engineer) =>
  (await sums(query, as)).items.map(({ nameEn, unit, quantity, surveys, amountMinor }) => [
    ...[nameEn, unit, quantity, surveys, amountMinor],
  ]);

test('each survey has its materials and their sum, also while it is not approved; a line of nothing is none', async () => {
  const { items, total, sums: all } = await list();
  expect(total).toBe(3);
  const row = (id: string) => items.find((item) => item.id === id);
  // Frozen when it was submitted.
  expect(row(submitted)).toMatchObject({
    surveyState: 'SUBMITTED',
    visitedOn: '2026-11-10',
    totalMinor: null,
    materialsMinor: 850_00 + 1250_00,
    materials: [
      {
        nameEn: 'Ferrule',
        nameBn: 'ফেরুল',
        unit: 'pcs',
        quantity: '1',
        rateMinor: 850_00,
        amountMinor: 850_00,
      },
      { nameEn: 'Service pipe', unit: 'm', quantity: '12.5', rateMinor: 100_00, amountMinor: 1250_00 },
    ],
  });
  expect(row(submitted)?.materials).toHaveLength(2);
  // The rates of the day of its visit.
  expect(row(draft)).toMatchObject({ surveyState: 'DRAFT', materialsMinor: 800_00 });
  expect(row(draft)?.materials).toHaveLength(1);
  expect(row(none)).toMatchObject({ materials: [], materialsMinor: null });
  expect(all).toEqual({ materialsMinor: 850_00 + 1250_00 + 800_00 });
});

test('each material over all surveys: quantity, how many surveys, sum', async () => {
  expect(await named()).toEqual([
    ['Service pipe', 'm', '16.5', 2, 2050_00],
    ['Ferrule', 'pcs', '1', 1, 850_00],
  ]);
  const { total, sums: all } = await sums({ limit: 1 });
  expect([total, all]).toEqual([2, { amountMinor: 2900_00 }]);
  expect(await named({ search: 'সার্ভিস' })).toEqual([['Service pipe', 'm', '16.5', 2, 2050_00]]);
  expect((await sums({ search: 'FERR' })).sums).toEqual({ amountMinor: 850_00 });
});

test('both are narrowed by the survey, its day and its materials', async () => {
  expect(await idsOf({ survey: 'SUBMITTED' })).toEqual([submitted]);
  expect(await named({ survey: 'DRAFT' })).toEqual([['Service pipe', 'm', '4', 1, 800_00]]);
  expect(await idsOf({ materialId: pipe.id })).toEqual([submitted, draft].toSorted());
  expect(await idsOf({ materialId: clamp.id })).toEqual([]);
  expect(await named({ materialId: ferrule.id })).toEqual([['Ferrule', 'pcs', '1', 1, 850_00]]);
  expect((await sums({ materialId: ferrule.id })).sums).toEqual({ amountMinor: 850_00 });
  expect(await idsOf({ visitedFrom: '2026-11-11', visitedTo: '2026-11-12' })).toEqual([draft]);
  expect(await named({ visitedTo: '2026-11-10' })).toEqual([
    ['Service pipe', 'm', '12.5', 1, 1250_00],
    ['Ferrule', 'pcs', '1', 1, 850_00],
  ]);
  const narrowed = await list({ visitedTo: '2026-11-10' });
  expect(narrowed.sums).toEqual({ materialsMinor: 2100_00 });
});

test('who sees the application sees its materials; a household and a desk see none', async () => {
  expect((await list({}, surveyor)).total).toBe(3);
  const other = await app.staff('surveyor');
  expect(await list({}, other)).toMatchObject({ items: [], total: 0, sums: { materialsMinor: 0 } });
  expect(await sums({}, other)).toMatchObject({ items: [], total: 0, sums: { amountMinor: 0 } });
  const household = await app.consumer('Rahima');
  await execute(
    app.owner.db,
    sql`update applications.applications set consumer_id = ${household.consumerId} where id = ${submitted}`,
  );
  expect(await list({}, household)).toMatchObject({ items: [], total: 0, sums: { materialsMinor: 0 } });
  expect(await sums({}, household)).toMatchObject({ items: [], total: 0, sums: { amountMinor: 0 } });
  const desk = await app.staff('rajukSAE');
  for (const call of [contract.listSurveyMaterials, contract.listMaterialSums])
    expect(
      (await app.refused(call as typeof contract.listSurveyMaterials, { as: desk, query: {} })).status,
    ).toBe(402);
});

const file = async (path: string, query: Record<string, string> = {}) => {
  const answer = await app.server.inject({
    url: `/api/main${path}/download`,
    query: { format: 'csv', ...query },
    headers: { authorization: `Bearer ${engineer.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  // Above the heads are the title, the filters and who made the file.
  return answer.body.trim().split('\r\n\r\n').at(-1)?.split('\r\n') ?? [];
};

test('both are files, in the language of the screen', async () => {
  const columns = 'materialsText,materialsMinor';
  expect(await file(contract.listSurveyMaterials.path, { columns, survey: 'SUBMITTED' })).toEqual([
    'Materials,Materials (Taka)',
    '"Ferrule × 1 pcs, Service pipe × 12.5 m",2100.00',
  ]);
  const bengali = { columns, survey: 'DRAFT', language: 'bn' };
  expect((await file(contract.listSurveyMaterials.path, bengali))[1]).toBe('সার্ভিস পাইপ × 4 মিটার,800.00');
  expect(await file(contract.listMaterialSums.path, { language: 'bn' })).toEqual([
    'মালামাল,একক,পরিমাণ,জরিপ,মোট (টাকা)',
    'সার্ভিস পাইপ,মিটার,16.5,2,2050.00',
    'ফেরুল,টি,1,1,850.00',
  ]);
});

test('what can be done to all of the list is done to its rows only', async () => {
  const look = await app.call(lookAtChoice, {
    as: engineer,
    body: {
      action: 'applications.approve-survey',
      of: { list: contract.listSurveyMaterials.path, query: { materialId: ferrule.id, survey: 'ANY' } },
    },
  });
  expect(look.items.map(({ id }) => id)).toEqual([submitted]);
});

test('by the day of the visit, both ways; two of one day in one order', async () => {
  const days = async (sort: 'visitedOn' | '-visitedOn') => {
    const { items } = await app.call(contract.listSurveyMaterials, {
      as: engineer,
      query: { sort, limit: 100 },
    });
    return items.map(({ visitedOn }) => String(visitedOn));
  };
  const rising = await days('visitedOn');
  expect(new Set(rising).size).toBeGreaterThan(1);
  expect(rising).toEqual(rising.toSorted());
  expect(await days('-visitedOn')).toEqual(rising.toReversed());
});
