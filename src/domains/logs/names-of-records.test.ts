/** Each domain says what the audit log calls its records: a domain that forgets it shows ids to people. */
import { expect, test } from 'vitest';
import { faces } from '#app/services.ts';
import { all, sql } from '#platform/database/db.ts';
import { joinFaces } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { allWords } from '#platform/words/all-words.ts';
import { testApp } from '#test/app.ts';

/** Their audit entries are about a month, a job, the log itself, or there are none: no record has an id. */
const WITHOUT_RECORDS = ['papers', 'statements', 'logs', 'dashboard'];

test('every domain with records plugs their names in', () => {
  const silent = faces.filter(({ plugs = [] }) => !plugs.some(({ pointId }) => pointId === recordNames.id));
  expect(silent.map(({ name }) => name)).toEqual(WITHOUT_RECORDS);
});

test('what they plug in is SQL that the database takes', async () => {
  const app = await testApp();
  for (const { named, numbered } of joinFaces(faces, allWords).all(recordNames)) {
    expect(await all(app.db, sql`${named(sql`uuidv7()`)}`)).toEqual([]);
    if (numbered) expect(await all(app.db, sql`${numbered('0000000000')}`)).toEqual([]);
  }
});
