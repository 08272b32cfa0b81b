/**
 * The sources of the search: one select for each kind of record, bounded and by an index. Every select gives the
 * columns of `hit`; its WHERE holds what the actor may see, and its permission word is beside it.
 */
import { identityOpenTo, visibleTo as visibleApplication } from '#domains/applications/pipeline/visible.ts';
import { searching, seesIdentity, visibleTo as visibleConsumer } from '#domains/consumers/queries.ts';
import { visibleTo as visiblePayment } from '#domains/payments/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { containing } from '#platform/database/lists.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Source } from './contract.ts';
import type { SearchText } from './search-text.rules.ts';

type Find = {
  /** Any of these words opens the source. */
  permissions: Permission[];
  /** Consumers search their own papers only. */
  forConsumers?: true;
  /** Undefined if the text cannot mean such a record. */
  select: (text: SearchText, actor: Actor) => Sql | undefined;
};

type Columns = Partial<
  Record<'number' | 'name' | 'nameBn' | 'sector' | 'road' | 'plot' | 'amount' | 'day' | 'exact', Sql>
>;

/** The columns of every select, in one order. */
function hit(id: Sql, columns: Columns): Sql {
  const { number, name, nameBn, sector, road, plot, amount, day, exact } = columns;
  return sql`${id} as id, ${number ?? sql`null`}::text as number, ${name ?? sql`null`}::text as name,
    ${nameBn ?? sql`null`}::text as "nameBn", ${sector ?? sql`null`}::text as "sectorNumber",
    ${road ?? sql`null`}::text as "roadNumber", ${plot ?? sql`null`}::text as "plotNumber",
    ${amount ?? sql`null`}::bigint as "amountMinor", ${day ?? sql`null`}::date as day, coalesce(${exact ?? sql`false`}, false) as exact`;
}

/** Trigrams need three letters; a shorter word beside a longer one only narrows what that one finds. */
const TRIGRAM = 3;
/** So many digits of a number are enough to look for those that begin so. */
const PREFIX = 4;

/** Fewer digits are inside very many numbers: only those that begin so are meant. */
const INSIDE = 7;

/** It may be a whole national ID, which no `search` column holds. */
const isIdentity = ({ digits }: SearchText): boolean => /^(\d{10}|\d{13}|\d{17})$/.test(digits ?? '');

/** Every word is in a `search` column, literally (G36); a number in any form as its digits. */
function worded(column: Sql, { words, digits, phone }: SearchText): Sql | undefined {
  // Without +880, which is in every phone.
  if (phone) return sql`${column} like ${containing(phone.slice('+880'.length))}`;
  if (digits && digits.length < INSIDE) return undefined;
  const wanted = digits ? [digits] : words;
  if (!wanted.some((word) => [...word].length >= TRIGRAM)) return undefined;
  return sql.join(
    wanted.map((word) => sql`${column} like ${containing(word)}`),
    sql` and `,
  );
}

/** Texts that begin with the digits: a range of the index, with any collation. */
const begins = (column: Sql, digits: string): Sql =>
  sql`(${column} >= ${digits}::text and ${column} < ${`${digits}:`}::text)`;

/** Numbers of papers that begin so. */
function numbered(column: Sql, { digits }: SearchText): Sql | undefined {
  return digits && digits.length >= PREFIX ? begins(column, digits) : undefined;
}

/** Of few digits: consumers whose number or phone begins so, the phone in either way of writing. */
function beginsWith({ digits }: SearchText): Sql | undefined {
  if (!digits || digits.length < PREFIX) return undefined;
  const phone = `+880${digits.replace(/^(880|0)/, '')}`;
  return sql`(${begins(sql`c.number`, digits)} or ${begins(sql`c.phone`, phone)})`;
}

const is = (column: Sql, { digits, plain }: SearchText): Sql => sql`${column} = ${digits ?? plain}::text`;

const places = sql`left join settings.roads d on d.id = x.road_id left join settings.sectors s on s.id = d.sector_id`;

/** On the named plot: of a road, of a sector, or anywhere; a sector alone is no plot. */
function onPlot({ place }: SearchText): Sql | undefined {
  if (!place || (!place.plot && !(place.sector && place.road))) return undefined;
  const { sector, road, plot } = place;
  const parts: Sql[] = [];
  if (plot) parts.push(sql`x.plot_number in (${plot}::text, upper(${plot}::text))`);
  if (sector || road) {
    parts.push(sql`x.road_id in (select r.id from settings.roads r join settings.sectors z on z.id = r.sector_id
      where ${sector ? sql`lower(z.number) = ${sector}::text` : sql`true`}
        and ${road ? sql`lower(r.number) = ${road}::text` : sql`true`})`);
  }
  return sql.join(parts, sql` and `);
}

const consumers: Find = {
  permissions: ['consumers:view'],
  select: (text, actor) => {
    const plain = text.phone
      ? sql`c.phone = ${text.phone}`
      : (worded(sql`c.search`, text) ?? beginsWith(text));
    const written =
      plain && isIdentity(text) && seesIdentity(actor)
        ? sql`(${plain} or c.nid = ${text.digits}::text)`
        : plain;
    // Names are found as they sound too, from either script.
    const found = text.digits ? written : written && searching(text.plain);
    return (
      found &&
      sql`select ${hit(sql`c.id`, {
        number: sql`c.number`,
        name: sql`c.name`,
        nameBn: sql`c.name_bn`,
        exact: sql`(c.number = ${text.digits ?? ''} or c.phone = ${text.phone ?? ''}
          ${seesIdentity(actor) ? sql`or c.nid = ${text.digits ?? ''}` : sql``})`,
      })} from consumers.consumers c
        where c.status <> 'merged' and ${visibleConsumer(actor)} and ${found}`
    );
  },
};

const connections: Find = {
  permissions: ['meters:view'],
  select: (text) => {
    const plot = onPlot(text);
    const found = plot ?? numbered(sql`x.number`, text);
    return (
      found &&
      sql`select ${hit(sql`x.id`, {
        number: sql`x.number`,
        name: sql`u.name`,
        nameBn: sql`u.name_bn`,
        sector: sql`s.number`,
        road: sql`d.number`,
        plot: sql`x.plot_number`,
        exact: plot ? sql`true` : is(sql`x.number`, text),
      })} from meters.connections x join consumers.consumers u on u.id = x.consumer_id ${places} where ${found}`
    );
  },
};

const meters: Find = {
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
      exact: sql`lower(m.number) = ${word}::text`,
    })} from (
        -- Kept apart, or the planner reads all meters in the hope of the first hundred.
        select id from meters.meters where lower(number) like ${containing(word)} offset 0
      ) found join meters.meters m on m.id = found.id
      left join meters.assignments a on a.meter_id = m.id and a.removed_on is null
      left join meters.connections x on x.id = a.connection_id left join consumers.consumers u on u.id = x.consumer_id`;
  },
};

const applications: Find = {
  permissions: ['applications:view', 'noc:view'],
  forConsumers: true,
  select: (text, actor) => {
    const plot = onPlot(text);
    const visible = visibleApplication(actor);
    const columns = hit(sql`a.id`, {
      number: sql`a.number`,
      name: sql`a.applicant ->> 'name'`,
      nameBn: sql`a.applicant ->> 'nameBn'`,
      sector: sql`s.number`,
      road: sql`d.number`,
      plot: sql`a.plot_number`,
      exact: plot ? sql`true` : is(sql`a.number`, text),
    });
    const plain = plot ?? worded(sql`x.search`, text) ?? numbered(sql`x.number`, text);
    const found =
      plain && isIdentity(text)
        ? sql`(${plain} or (x.applicant ->> 'nid' = ${text.digits}::text and ${identityOpenTo(actor)}))`
        : plain;
    return (
      found &&
      sql`select ${columns} from applications.applications x
      join applications.applications a on a.id = x.id ${places}
      where x.state <> 'DRAFT' and ${visible} and ${found}`
    );
  },
};

const demandNotes: Find = {
  permissions: ['demand-notes:view'],
  forConsumers: true,
  select: (text, actor) => {
    const found = numbered(sql`n.number`, text);
    return (
      found &&
      sql`select ${hit(sql`a.id`, {
        number: sql`n.number`,
        name: sql`a.applicant ->> 'name'`,
        nameBn: sql`a.applicant ->> 'nameBn'`,
        amount: sql`n.total_minor`,
        day: sql`n.issued_on`,
        exact: is(sql`n.number`, text),
      })} from applications.demand_notes n join applications.applications a on a.id = n.application_id
      where ${visibleApplication(actor)} and ${found}`
    );
  },
};

const invoices: Find = {
  permissions: ['invoices:view'],
  forConsumers: true,
  select: (text, actor) => {
    const found = numbered(sql`i.number`, text);
    const own = actor.kind === 'consumer' ? sql`i.consumer_id = ${actor.consumerId}::uuid` : sql`true`;
    return (
      found &&
      sql`select ${hit(sql`i.id`, {
        number: sql`i.number`,
        name: sql`u.name`,
        nameBn: sql`u.name_bn`,
        amount: sql`i.total_minor`,
        day: sql`i.issued_on`,
        exact: is(sql`i.number`, text),
      })} from billing.invoices i join consumers.consumers u on u.id = i.consumer_id where ${own} and ${found}`
    );
  },
};

const payments: Find = {
  permissions: ['payments:view'],
  forConsumers: true,
  select: (text, actor) => {
    const word = text.digits ?? text.plain.toUpperCase();
    if (word.length < PREFIX) return undefined;
    const receipts = numbered(sql`y.number`, text);
    const byReceipt = receipts
      ? sql`union (select y.payment_id from payments.receipts y where ${receipts} limit 101)`
      : sql``;
    return sql`select ${hit(sql`p.id`, {
      number: sql`coalesce(r.number, p.slip_number, o.order_id)`,
      name: sql`u.name`,
      nameBn: sql`u.name_bn`,
      amount: sql`p.amount_minor`,
      day: sql`coalesce(p.paid_on, ${dayOfInstant(sql`p.created_at`)})`,
      exact: sql`coalesce(${word} in (r.number, upper(p.slip_number), upper(o.order_id)), false)`,
    })} from (
        select k.id from payments.payments k
        where k.method = 'POS' and k.state = 'APPROVED' and k.slip_number in (${text.plain}::text, ${word}::text)
        union select y.payment_id from payments.orders y where y.order_id in (${text.plain}::text, ${word}::text)
        ${byReceipt}
      ) f (id) join payments.payments p on p.id = f.id
      left join payments.receipts r on r.payment_id = p.id left join payments.orders o on o.payment_id = p.id
      left join consumers.consumers u on u.id = p.consumer_id where ${visiblePayment(actor)}`;
  },
};

const refunds: Find = {
  permissions: ['payments:refund', 'payments:approve-refund'],
  select: (text) => {
    const found = numbered(sql`f.number`, text);
    return (
      found &&
      sql`select ${hit(sql`f.id`, {
        number: sql`f.number`,
        name: sql`a.applicant ->> 'name'`,
        nameBn: sql`a.applicant ->> 'nameBn'`,
        amount: sql`f.amount_minor`,
        day: sql`f.paid_on`,
        exact: is(sql`f.number`, text),
      })} from payments.refunds f join applications.applications a on a.id = f.application_id where ${found}`
    );
  },
};

const users: Find = {
  permissions: ['users:view'],
  select: (text) => {
    const found = worded(sql`platform.search_text(u.name, u.email, u.phone)`, text);
    return (
      found &&
      sql`select ${hit(sql`u.id`, {
        number: sql`coalesce(u.email, u.phone)`,
        name: sql`u.name`,
        exact: sql`coalesce(${text.phone ?? text.plain}::text in (lower(u.email), u.phone), false)`,
      })} from identity.users u where u.consumer_id is null and ${found}`
    );
  },
};

/** Few rows, read whole. */
const few =
  (table: Sql, columns: Columns, wanted: (text: SearchText) => Sql | undefined) => (text: SearchText) => {
    const found = wanted(text);
    return found && sql`select ${hit(sql`x.id`, columns)} from ${table} where ${found}`;
  };

const allWords = (column: Sql, { words }: SearchText): Sql =>
  sql.join(
    words.map((word) => sql`${column} like ${containing(word)}`),
    sql` and `,
  );

const roles: Find = {
  permissions: ['roles:view'],
  select: few(sql`roles.roles x`, { name: sql`x.name`, number: sql`x.code` }, (text) =>
    allWords(sql`lower(x.name || ' ' || x.code)`, text),
  ),
};

const sectors: Find = {
  permissions: ['sectors:view'],
  select: few(
    sql`settings.sectors x`,
    { number: sql`x.number`, name: sql`x.name`, nameBn: sql`x.name_bn` },
    (text) =>
      text.place?.sector && !text.place.road && !text.place.plot
        ? sql`lower(x.number) = ${text.place.sector}::text`
        : allWords(sql`x.search`, text),
  ),
};

const roads: Find = {
  permissions: ['roads:view'],
  select: few(
    sql`settings.roads x join settings.sectors z on z.id = x.sector_id`,
    { number: sql`x.number`, name: sql`x.name`, nameBn: sql`x.name_bn`, sector: sql`z.number` },
    ({ place, ...text }) =>
      place?.road && !place.plot
        ? sql`lower(x.number) = ${place.road}::text
            and ${place.sector ? sql`lower(z.number) = ${place.sector}::text` : sql`true`}`
        : allWords(sql`x.search`, { place, ...text }),
  ),
};

export const FINDS: Record<Source, Find> = {
  consumers,
  connections,
  meters,
  applications,
  demandNotes,
  invoices,
  payments,
  refunds,
  users,
  roles,
  sectors,
  roads,
};
