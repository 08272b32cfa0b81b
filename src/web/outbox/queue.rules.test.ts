import { expect, test } from 'vitest';
import { CallError } from '../calls/call-error.ts';
import type { Change, Entry, NewEntry } from './entry.ts';
import {
  afterAnswer,
  afterFailure,
  applied,
  asSent,
  dueNow,
  inOrder,
  inputOf,
  isHeldBack,
  isOld,
  nextToSend,
  OLD_AFTER_DAYS,
  wakeAt,
  withNew,
} from './queue.rules.ts';

const NOW = Date.parse('2026-11-25T08:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const SAVE = { way: 'save', slot: 'survey', isVersioned: true } as const;
const PHOTO = { way: 'photo', isVersioned: false } as const;
const SUBMIT = { way: 'submit', slot: 'survey', isVersioned: true, isLast: true } as const;

/** A phone: each step is a change of what it keeps. */
function phone() {
  let entries: Entry[] = [];
  const does = (change: Change) => {
    entries = applied(entries, change);
  };
  return {
    all: () => entries,
    ids: () => entries.map(({ id }) => id),
    one: (id: string) => entries.find((entry) => entry.id === id) as Entry,
    put(id: string, given: Partial<NewEntry> = SAVE) {
      const common = {
        record: 'a',
        input: {},
        version: 5,
        number: '1',
        page: '/a',
        way: 'x',
        isVersioned: true,
      };
      does(withNew(entries, { ...common, ...given, id }, { account: 'karim', now: NOW }));
    },
    next: (at = NOW) => nextToSend(entries, at)?.id,
    answer(id: string, version: number) {
      const sent = entries.find((entry) => entry.id === id) as Entry;
      does(asSent(sent));
      does(afterAnswer(entries, sent, version));
    },
    fail(id: string, error: CallError) {
      const sent = entries.find((entry) => entry.id === id) as Entry;
      does({ put: [afterFailure(sent, error, NOW)] });
    },
    does,
  };
}

const away = new CallError(0);
const stale = new CallError(409, { code: 'common.stale_version', params: { name: 'Rahim' } });
const wrong = new CallError(422, { code: 'common.invalid_input' });

test('of several saves of one survey the newest counts; other records and photos stay', () => {
  const { put, ids } = phone();
  put('first');
  put('other', { ...SAVE, record: 'b' });
  put('photo', PHOTO);
  put('photo-2', PHOTO);
  put('second');
  expect(ids()).toEqual(['other', 'photo', 'photo-2', 'second']);
  put('submission', SUBMIT);
  expect(ids()).toEqual(['other', 'photo', 'photo-2', 'submission']);
});

test('what may have arrived is never replaced: the newer one goes behind it', () => {
  const { put, ids, fail, next, answer, one } = phone();
  put('first');
  fail('first', away);
  put('second');
  expect(ids()).toEqual(['first', 'second']);
  expect(next(NOW + DAY_MS)).toBe('first');
  // It keeps the version that it was sent with; the next one goes on from the answer.
  answer('first', 6);
  expect(one('second').version).toBe(6);
  put('third', { ...SAVE, version: 6 });
  expect(ids()).toEqual(['third']);
});

test('photos go before the submission, also those that were put in after it', () => {
  const { put, next, answer, one } = phone();
  put('submission', SUBMIT);
  put('photo', PHOTO);
  put('late', PHOTO);
  expect(next()).toBe('photo');
  answer('photo', 6);
  expect(next()).toBe('late');
  answer('late', 7);
  expect(next()).toBe('submission');
  expect(inputOf(one('submission'))).toEqual({ body: { version: 7 } });
});

test('a submission that may have arrived goes first: what it says of the version counts for all after it', () => {
  const { put, next, fail } = phone();
  put('submission', SUBMIT);
  fail('submission', away);
  put('late', PHOTO);
  expect(next(NOW + DAY_MS)).toBe('submission');
});

test('a photo names no version', () => {
  const { put, one } = phone();
  put('photo', { ...PHOTO, input: { query: { kind: 'survey_file' } } });
  expect(inputOf(one('photo'))).toEqual({ query: { kind: 'survey_file' } });
});

test('if somebody else changed the record between, the rest keeps the version that it was made from', () => {
  const { put, answer, one } = phone();
  put('photo', PHOTO);
  put('submission', SUBMIT);
  // Ours is the eighth: the sixth and the seventh are of somebody else.
  answer('photo', 8);
  expect(one('submission').version).toBe(5);
});

test('only what was made from the same version of the same record goes on from the answer', () => {
  const { put, answer, one } = phone();
  put('save');
  put('older', { ...PHOTO, version: 4 });
  put('other', { ...PHOTO, record: 'b' });
  put('same', PHOTO);
  answer('save', 6);
  expect(['older', 'other', 'same'].map((id) => one(id).version)).toEqual([4, 5, 6]);
});

test('an answer without a version moves nothing on', () => {
  const { put, does, all, one } = phone();
  put('save');
  put('photo', PHOTO);
  does(afterAnswer(all(), one('save'), undefined));
  expect(one('photo').version).toBe(5);
});

test('what may have arrived is not given another version: its content belongs to its key', () => {
  const { put, answer, fail, one } = phone();
  put('photo', PHOTO);
  put('save');
  fail('save', away);
  answer('photo', 6);
  expect(one('save').version).toBe(5);
});

test('nobody answered: it is sent again, each time after a longer pause, at most after five minutes', () => {
  const { put, fail, one } = phone();
  put('save');
  const pauses = Array.from({ length: 8 }, () => {
    fail('save', away);
    return (one('save').dueAt - NOW) / 1000;
  });
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  expect(one('save')).toMatchObject({ state: 'waiting', isUncertain: true, failures: 8 });
});

test('a server that names a pause is asked after it; too many calls are no doubt about what became of it', () => {
  const { put, fail, one } = phone();
  put('save');
  fail('save', new CallError(429, { code: 'common.too_many_requests' }, 42));
  expect(one('save')).toMatchObject({ dueAt: NOW + 42_000, isUncertain: false });
});

test('nothing goes before its time, and not past one of the same record that waits', () => {
  const { put, next, fail, all } = phone();
  put('photo', PHOTO);
  put('submission', SUBMIT);
  put('other', { ...SAVE, record: 'b', dueAt: NOW + 1600 });
  fail('photo', away);
  expect(next()).toBeUndefined();
  expect(wakeAt(all())).toBe(NOW + 1600);
  expect(next(NOW + 1600)).toBe('other');
  expect(next(NOW + 5000)).toBe('photo');
});

test('a session that is over takes nothing away and counts as no try', () => {
  const { put, fail, one } = phone();
  put('save');
  const before = one('save');
  fail('save', new CallError(403, { code: 'common.not_signed_in' }));
  expect(one('save')).toEqual(before);
  // Sent before without an answer: it may still have arrived.
  fail('save', away);
  fail('save', new CallError(403));
  expect(one('save').isUncertain).toBe(true);
});

test.each([
  [422, 'common.invalid_input'],
  [402, 'common.not_permitted'],
  [404, 'common.not_found'],
  [409, 'applications.survey_submitted_already'],
  [413, 'common.too_large'],
])('%s %s is kept with its reason, and not sent again by itself', (status, code) => {
  const { put, fail, one, next, all } = phone();
  put('save');
  fail(
    'save',
    new CallError(status, {
      code,
      params: { limit: 5 },
      fields: [{ path: 'note', code: 'common.too_long' }],
    }),
  );
  expect(one('save')).toMatchObject({
    ...{ state: 'refused', isUncertain: false },
    refusal: { status, code, params: { limit: 5 }, fields: [{ path: 'note', code: 'common.too_long' }] },
  });
  expect(next(NOW + DAY_MS)).toBeUndefined();
  expect(wakeAt(all())).toBeUndefined();
  expect(dueNow(all()).put).toEqual([]);
});

test('a version that somebody else made old is a conflict, with their name', () => {
  const { put, fail, one } = phone();
  put('save');
  fail('save', stale);
  expect(one('save')).toMatchObject({ state: 'conflict', refusal: { params: { name: 'Rahim' } } });
});

test('what was stopped keeps back what was made after it; photos go, and other records', () => {
  const { put, fail, next, all, one } = phone();
  put('photo', PHOTO);
  put('submission', SUBMIT);
  put('photo-2', PHOTO);
  put('other', { ...SAVE, record: 'b' });
  fail('photo', wrong);
  expect(next()).toBe('photo-2');
  expect(isHeldBack(one('submission'), all())).toBe(true);
  expect(isHeldBack(one('photo-2'), all())).toBe(false);
  expect(isHeldBack(one('photo'), all())).toBe(false);
});

test('what was stopped is replaced by the next one that is typed', () => {
  const { put, fail, ids, next } = phone();
  put('save');
  fail('save', stale);
  put('again');
  expect(ids()).toEqual(['again']);
  expect(next()).toBe('again');
});

test('the person sends again what was refused, with the same key; the network sends only what waits', () => {
  const { put, fail, does, all, one, next } = phone();
  put('refused', PHOTO);
  put('waits', { ...SAVE, record: 'b' });
  put('typing', { ...SAVE, record: 'c', dueAt: NOW + 1600 });
  fail('refused', wrong);
  fail('waits', away);
  does(dueNow(all()));
  expect(next()).toBe('waits');
  expect(one('refused').state).toBe('refused');
  // What is still being typed has failed nowhere: it keeps its pause.
  expect(one('typing').dueAt).toBe(NOW + 1600);
  does(dueNow(all(), 'refused'));
  expect(one('refused')).toMatchObject({ state: 'waiting', failures: 0 });
  expect(one('refused')).not.toHaveProperty('refusal');
});

test('what is old is told from the fifteenth day on', () => {
  const { put, one } = phone();
  put('save');
  expect(isOld(one('save'), NOW + OLD_AFTER_DAYS * DAY_MS)).toBe(false);
  expect(isOld(one('save'), NOW + OLD_AFTER_DAYS * DAY_MS + 1)).toBe(true);
});

test('the order of entries is that in which they were put in, and their size counts the file', () => {
  const { put, all, one } = phone();
  put('one', PHOTO);
  put('two', { ...PHOTO, file: { field: 'file', name: 'a.jpg', blob: new Blob(['x'.repeat(1000)]) } });
  expect(inOrder(all().toReversed()).map(({ id }) => id)).toEqual(['one', 'two']);
  expect(one('two').bytes).toBe(one('one').bytes + 1000);
});

test('a form that is being filled in is kept and never sent, also not by the person; what is complete takes its place', () => {
  const { put, next, all, does, one, ids, answer } = phone();
  put('draft', { ...SUBMIT, isDraft: true });
  put('photo', PHOTO);
  expect(one('draft')).toMatchObject({ state: 'draft' });
  expect(one('draft')).not.toHaveProperty('isDraft');
  expect(next()).toBe('photo');
  expect(isHeldBack(one('draft'), all())).toBe(false);
  // It goes on from the version that the photo has made.
  answer('photo', 6);
  expect(one('draft').version).toBe(6);
  expect([next(NOW + DAY_MS), wakeAt(all())]).toEqual([undefined, undefined]);
  does(dueNow(all(), 'draft'));
  does(dueNow(all()));
  expect([one('draft').state, next()]).toEqual(['draft', undefined]);
  // It keeps nothing back.
  put('save', { ...SAVE, slot: 'arrival' });
  expect(next()).toBe('save');
  put('submission', SUBMIT);
  expect(ids()).toEqual(['save', 'submission']);
  put('again', { ...SUBMIT, isDraft: true });
  expect(ids()).toEqual(['save', 'again']);
});
