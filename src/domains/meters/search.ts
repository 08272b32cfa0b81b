/** Connections and meters in the search over everything. */
import { onPlot, places } from '#domains/settings/plots.ts';
import { sql } from '#platform/database/db.ts';
import { hit, is, numbered, type SearchSource, TRIGRAM } from '#platform/search-sources.ts';
import { numberKey } from '#shared/number-kinds.ts';
import { plateHas, plateKey } from './by-number.ts';

const connections: SearchSource = {
  name: 'connections',
  order: 20,
  // Bills name the connection, its consumer and its plot, too.
  permissions: ['meters:view', 'invoices:view'],
  forConsumers: true,
  select: (text, actor) => {
    const own = actor.kind === 'consumer' ? sql`x.consumer_id = ${actor.consumerId}::uuid` : sql`true`;
    const plot = onPlot(text);
    // Numbers of an earlier book have letters too: those are looked for whole.
    const whole = /\d/.test(text.plain) && !text.digits && !text.phone;
    const old = whole ? sql`platform.number_key(x.number) = ${numberKey(text.plain)}` : undefined;
    const found = plot ?? numbered(sql`x.number`, text) ?? old;
    return (
      found &&
      sql`select ${hit(sql`x.id`, {
        number: sql`x.number`,
        name: sql`u.name`,
        nameBn: sql`u.name_bn`,
        sector: sql`s.number`,
        road: sql`d.number`,
        plot: sql`x.plot_number`,
        exact: plot || old ? sql`true` : is(sql`x.number`, text),
      })} from meters.connections x join consumers.consumers u on u.id = x.consumer_id ${places}
        where ${own} and ${found}`
    );
  },
};

const meters: SearchSource = {
  name: 'meters',
  order: 30,
  permissions: ['meters:view'],
  select: (text) => {
    // A meter's number has a figure in it: people's names need not be looked for there.
    if (text.plain.length < TRIGRAM || text.phone || !/\d/.test(text.plain)) return undefined;
    const word = text.digits ?? text.plain;
    return sql`select ${hit(sql`m.id`, {
      number: sql`m.number`,
      name: sql`u.name`,
      nameBn: sql`u.name_bn`,
      plot: sql`x.plot_number`,
      exact: sql`m.number_key = ${plateKey(word)}`,
    })} from (
        -- Kept apart, or the planner reads all meters in the hope of the first hundred.
        select m.id from meters.meters m where ${plateHas(word)} offset 0
      ) found join meters.meters m on m.id = found.id
      left join meters.assignments a on a.meter_id = m.id and a.removed_on is null
      left join meters.connections x on x.id = a.connection_id left join consumers.consumers u on u.id = x.consumer_id`;
  },
};

export const foundMeters: readonly SearchSource[] = [connections, meters];
