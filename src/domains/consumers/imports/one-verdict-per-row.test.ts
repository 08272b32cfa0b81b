import fc from 'fast-check';
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, nidSchema } from '#shared/text.ts';
import { testApp } from '#test/app.ts';
import { importing } from './factory.ts';

const app = await testApp();
const { upload, check, take, rowsOf } = importing(app, await app.staff('reviewer'));

const quotedCell = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\0', '')}"`;

test('phone, e-mail and national ID are judged as the forms judge them', async () => {
  const digits = fc.stringMatching(/^[0-9০-৯ -]{8,18}$/);
  const phone = fc.oneof(
    fc.tuple(fc.constantFrom('', '0', '880', '+880', '+৮৮০', '00880'), digits).map((parts) => parts.join('')),
    fc.constantFrom('01711223344', '০১৭১১-২২৩৩৪৪', '(+880) 1711 223344', '01211223344', '1711223344'),
  );
  const email = fc.oneof(
    fc.stringMatching(/^[a-z0-9._+-]{1,6}@[a-zA-Z0-9.-]{1,8}\.[a-z]{1,3}$/),
    fc.constantFrom('a.b@c.de', 'a..b@c.de', 'A_b-c@d-e.org', 'a@b', 'a@-b.com', 'é@b.com'),
  );
  const nid = fc.stringMatching(/^[0-9০-৯ -]{9,18}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(phone, email, nid), { minLength: 1, maxLength: 40 }),
      async (lines) => {
        const { id } = await upload(
          `Name,Phone,Email,NID\n${lines.map((line, n) => `N${n},${line.map(quotedCell).join(',')}\n`).join('')}`,
        );
        await check(id);
        const judged = (await rowsOf(id)).map(({ problems }) =>
          ['PHONE_', 'EMAIL_', 'NID_'].map((start) => !problems.some((problem) => problem.startsWith(start))),
        );
        expect(judged).toEqual(
          lines.map(([a, b, c]) => [
            phoneSchema.safeParse(a).success,
            emailSchema.safeParse(b).success,
            nidSchema.safeParse(c).success,
          ]),
        );
      },
    ),
    { numRuns: 5, seed: 11 },
  );
}, 180_000);

test('each row of any file has one verdict, ready ones come in, and a second time brings nothing new', async () => {
  const name = fc.constantFrom('Anwar', 'anwar', 'আনোয়ার', 'Bina', '', 'x'.repeat(130));
  const phone = fc.constantFrom('01511000001', '01511000002', '০১৫১১০০০০০১', '', '123');
  const nid = fc.constantFrom('', '', '7000000001', '7000000002', '৭০০০০০০০০১', 'abc');
  const legacy = fc.constantFrom('', '', 'K-1', 'k-1', 'K-2');
  const birth = fc.oneof(
    fc.constantFrom('', '1990-01-01', '01/02/1990', '31-02-1990', '2999-01-01', '33000'),
    fc.string({ maxLength: 6 }),
  );
  const row = fc.tuple(name, name, phone, nid, birth, legacy);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
      const csv = `Name,Name in Bengali,Phone,NID,Date of birth,Old customer no\n${rows.map((cells) => `${cells.map(quotedCell).join(',')}\n`).join('')}`;
      const taken = await take(csv);
      const { id, rowsTotal, rowsReady, rowsExisting, rowsDuplicate, rowsWrong, rowsAdded } = taken;
      expect(rowsTotal).toBe(rows.length);
      expect(rowsReady + rowsExisting + rowsDuplicate + rowsWrong).toBe(rowsTotal);
      expect(await rowsOf(id)).toHaveLength(rowsTotal);
      expect(rowsAdded).toBe(rowsReady);
      const again = await take(csv, 'update');
      expect([again.rowsAdded, again.rowsReady]).toEqual([0, 0]);
      expect((await take(csv, 'update')).rowsUpdated).toBe(0);
      await execute(app.db, sql`delete from consumers.consumers where phone like '+88015110000%'`);
    }),
    { numRuns: 8, seed: 3 },
  );
}, 300_000);
