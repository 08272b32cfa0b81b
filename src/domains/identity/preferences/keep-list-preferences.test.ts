import { describe, expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const cashier = await app.staff('cashier');
const colleague = await app.staff('cashier');
const reader = await app.staff('reader');

const of = (as: Person) => app.call(contract.listPreferences, { as });
const CUSTOMERS = { list: '/customer-management', endpoint: 'main/consumers' };
const view = (name: string) => ({
  ...CUSTOMERS,
  name,
  audience: 'own' as const,
  query: { status: 'active', sort: '-name' },
  order: ['number', 'phone', 'name'],
  hidden: ['email'],
});

describe('columns, density and default view', () => {
  test('are kept on the server, for the next device, and are nobody else’s', async () => {
    await app.call(contract.saveListDensity, { as: cashier, body: { density: 'compact' } });
    const layout = { list: CUSTOMERS.list, order: ['number', 'phone'], hidden: ['email'] };
    await app.call(contract.saveListLayout, { as: cashier, body: layout });
    expect(await of(cashier)).toMatchObject({ density: 'compact', layouts: [layout], mayShare: false });
    expect(await of(colleague)).toMatchObject({ density: null, layouts: [] });
  });

  test('two devices that save at once lose nothing of each other’s list', async () => {
    const lists = ['/sector', '/road', '/meter-list', '/sector', '/road'];
    await Promise.all(
      lists.map((list, at) =>
        app.call(contract.saveListLayout, { as: reader, body: { list, order: [`c${at}`], hidden: [] } }),
      ),
    );
    const { layouts } = await of(reader);
    expect(layouts.map(({ list }) => list)).toEqual(['/meter-list', '/road', '/sector']);
  });

  test('are refused if they are no names of columns, or too many', async () => {
    const save = async (order: string[]) =>
      (await app.refused(contract.saveListLayout, { as: reader, body: { list: '/x', order, hidden: [] } }))
        .code;
    expect(await save(["name'; drop"])).toBe('common.invalid_input');
    expect(await save(Array.from({ length: 61 }, (_, at) => `c${at}`))).toBe('common.invalid_input');
  });

  test('lists are limited, also against requests side by side', async () => {
    const busy = await app.staff('reader');
    const save = (at: number) =>
      app.call(contract.saveListLayout, { as: busy, body: { list: `/l${at}`, order: [], hidden: [] } }).then(
        () => 'kept',
        () => 'refused',
      );
    await execute(
      app.db,
      sql`insert into identity.list_layouts (user_id, list)
      select ${busy.userId}, '/m' || n from generate_series(3, ${contract.LAYOUTS_MAX}) n`,
    );
    const last = await Promise.all([1, 2, 3, 4].map(save));
    expect(last.filter((result) => result === 'kept')).toHaveLength(2);
  });
});

describe('saved views', () => {
  test('one’s own are one’s own: nobody sees, changes or deletes them (G21)', async () => {
    const made = await app.call(contract.createListView, { as: cashier, body: view('Active ones') });
    expect(made).toMatchObject({ isOwn: true, mayEdit: true, isPinned: false, version: 1 });
    for (const other of [colleague, admin]) {
      expect((await of(other)).views).toEqual([]);
      const refusals = await Promise.all([
        app.refused(contract.changeListView, {
          as: other,
          params: { id: made.id },
          body: { ...view('Mine'), version: 1 },
        }),
        app.refused(contract.deleteListView, { as: other, params: { id: made.id } }),
        app.refused(contract.pinListView, { as: other, params: { id: made.id }, body: { isPinned: true } }),
        app.refused(contract.chooseDefaultView, { as: other, body: { list: made.list, viewId: made.id } }),
      ]);
      expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
  });

  test('are renamed and replaced; the second of two savers is told (G13)', async () => {
    const made = await app.call(contract.createListView, { as: cashier, body: view('Mine') });
    const change = (name: string) =>
      app.server.inject({
        method: 'PUT',
        url: `/api/social/user/list-views/${made.id}`,
        headers: { authorization: `Bearer ${cashier.idToken}` },
        payload: { ...view(name), query: { search: 'রহিম' }, version: made.version },
      });
    const answers = await Promise.all([change('First'), change('Second')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const kept = (await of(cashier)).views.find(({ id }) => id === made.id);
    expect(kept).toMatchObject({ version: 2, query: { search: 'রহিম' } });
  });

  test('a name is there once for a person and a list, in capitals or not', async () => {
    await app.call(contract.createListView, { as: colleague, body: view('Owing') });
    const again = await app.refused(contract.createListView, { as: colleague, body: view('OWING') });
    expect(again.code).toBe('identity.view_name_taken');
    await app.call(contract.createListView, { as: colleague, body: { ...view('Owing'), list: '/other' } });
  });

  test('are shared by those with settings:edit only', async () => {
    for (const audience of ['role', 'all'] as const) {
      const body = { ...view('For all'), audience, roleCode: 'cashier' };
      const refusal = await app.refused(contract.createListView, { as: cashier, body });
      expect(refusal.code).toBe('identity.view_not_shareable');
    }
    const unknown = { ...view('For nobody'), audience: 'role' as const, roleCode: 'consumer' };
    expect((await app.refused(contract.createListView, { as: admin, body: unknown })).code).toBe(
      'identity.view_unknown_role',
    );
  });

  test('of a role are seen by the role, of everybody by all who may read the list', async () => {
    const shared = { ...view('Cashiers'), audience: 'role' as const, roleCode: 'cashier' };
    const ofRole = await app.call(contract.createListView, { as: admin, body: shared });
    const everybody = { ...view('Everybody'), audience: 'all' as const };
    const ofAll = await app.call(contract.createListView, { as: admin, body: everybody });
    const seen = async (person: Person) =>
      (await of(person)).views.map(({ id }) => id).filter((id) => [ofRole.id, ofAll.id].includes(id));
    expect(await seen(cashier)).toEqual([ofAll.id, ofRole.id]);
    // A reviewer has another role; a reader may not call the list of consumers at all (G19).
    expect(await seen(await app.staff('reviewer'))).toEqual([ofAll.id]);
    expect(await seen(reader)).toEqual([]);
    const own = (await of(cashier)).views.find(({ id }) => id === ofAll.id);
    expect(own).toMatchObject({ isOwn: false, mayEdit: false });
    const body = { ...view('Mine now'), version: 1 };
    const refusal = await app.refused(contract.changeListView, {
      as: cashier,
      params: { id: ofAll.id },
      body,
    });
    expect(refusal.status).toBe(402);
  });

  test('are chosen as default and pinned by each for themselves; a deleted one leaves both', async () => {
    const body = { ...view('Ours'), audience: 'all' as const };
    const { id, list } = await app.call(contract.createListView, { as: admin, body });
    await app.call(contract.chooseDefaultView, { as: cashier, body: { list, viewId: id } });
    await app.call(contract.pinListView, { as: cashier, params: { id }, body: { isPinned: true } });
    const mine = await of(cashier);
    expect(mine.layouts[0]).toMatchObject({ list, defaultViewId: id, hidden: ['email'] });
    expect(mine.views.find((view) => view.id === id)?.isPinned).toBe(true);
    expect((await of(admin)).views.find((view) => view.id === id)?.isPinned).toBe(false);
    const wrong = await app.refused(contract.chooseDefaultView, {
      as: cashier,
      body: { list: '/road', viewId: id },
    });
    expect(wrong.code).toBe('identity.view_unknown_list');
    await app.call(contract.deleteListView, { as: admin, params: { id } });
    expect((await of(cashier)).layouts[0]?.defaultViewId).toBeNull();
  });

  test('values that the list no longer takes are left out; what only the page knows stays', async () => {
    const query = { status: 'no-such-state', sort: 'no-such-column', search: 'x', tab: 'all', unknown: '1' };
    const made = await app.call(contract.createListView, {
      as: reader,
      body: { ...view('Odd'), ...sectors, query },
    });
    expect(made.query).toEqual({ search: 'x', tab: 'all', unknown: '1', status: 'no-such-state' });
    const kept = (await of(reader)).views.find(({ id }) => id === made.id);
    expect(kept?.query).toEqual(made.query);
  });

  test('only of lists that are there and that one may read', async () => {
    const refused = async (as: Person, endpoint: string) =>
      (await app.refused(contract.createListView, { as, body: { ...view('X'), endpoint } })).code;
    expect(await refused(admin, 'main/no/such/list')).toBe('identity.view_unknown_list');
    expect(await refused(admin, 'social/user/profile')).toBe('identity.view_unknown_list');
    expect(await refused(reader, CUSTOMERS.endpoint)).toBe('common.not_permitted');
  });

  test('a hundred a person, also against requests side by side', async () => {
    const busy = await app.staff('cashier');
    const save = (at: number) =>
      app.call(contract.createListView, { as: busy, body: view(`View ${at}`) }).then(
        () => 'kept',
        () => 'refused',
      );
    await execute(
      app.db,
      sql`insert into identity.list_views (owner_id, list, endpoint, name, audience, query, column_order,
        hidden_columns, created_at)
      select ${busy.userId}, '/x', 'main/consumers', 'v' || n, 'own', '{}', '{}', '{}', now()
      from generate_series(3, ${contract.VIEWS_MAX}) n`,
    );
    const last = await Promise.all([200, 201, 202, 203].map(save));
    expect(last.filter((result) => result === 'kept')).toHaveLength(2);
  });
});

test('consumers’ lists come as they are', async () => {
  const consumer = await app.consumer();
  expect((await app.refused(contract.listPreferences, { as: consumer })).status).toBe(402);
  const body = { density: 'compact' as const };
  expect((await app.refused(contract.saveListDensity, { as: consumer, body })).status).toBe(402);
});

const sectors = { list: '/sector', endpoint: 'main/sector' };
