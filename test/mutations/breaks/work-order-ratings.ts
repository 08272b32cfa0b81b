/** Breaks by hand: how the work was, asked and answered one time for each closing. */
import type { Break } from '../break.ts';

const RULES = 'src/domains/work-orders/work-order.rules.ts';
const LOCK = 'src/domains/work-orders/lock-order.ts';
const QUERIES = 'src/domains/work-orders/queries.ts';
const RATE = 'src/domains/work-orders/steps/actions/rate-order.ts';
const FIGURES = 'src/domains/work-orders/rating-queries.ts';
const TELL = 'src/domains/work-orders/tell-household.ts';
const CONTRACT = 'src/domains/work-orders/steps/contract.ts';
const TABLES = 'migrations/0158_ratings_of_work_orders.sql';
const RATINGS = 'src/domains/work-orders/ratings.test.ts';

export const workOrderRatings: readonly Break[] = [
  {
    what: 'work is rated two times',
    file: RULES,
    find: "  if (action === 'rate' && facts.rating !== 'OPEN') return NO_RATING[facts.rating];\n",
    replace: '',
    caughtBy: RATINGS,
    test: 'fifteen days',
  },
  {
    what: 'the page offers a rating that was given',
    file: LOCK,
    find: "  when exists (select from work_orders.ratings r where r.order_id = o.id and r.closing = o.reopened) then 'DONE'\n",
    replace: '',
    caughtBy: RATINGS,
    test: 'the household is asked in its bell',
  },
  {
    what: 'work is rated on the 16th day',
    file: LOCK,
    find: "make_interval(hours => ${sql.lit(DAYS_TO_RATE * 24)}) then 'OVER'",
    replace: "make_interval(hours => ${sql.lit(DAYS_TO_RATE * 48)}) then 'OVER'",
    caughtBy: RATINGS,
    test: 'fifteen days',
  },
  {
    what: 'a disconnection is rated',
    file: LOCK,
    find: " or not (select k.asks_rating from work_orders.categories k where k.id = o.category_id) then 'NONE'",
    replace: " then 'NONE'",
    caughtBy: RATINGS,
    test: 'nobody of a disconnection',
  },
  {
    what: 'a household is asked how the disconnection was',
    file: TELL,
    find: 'then u.id is not null and (select k.asks_rating from work_orders.categories k where k.id = o.category_id)',
    replace: 'then u.id is not null',
    caughtBy: RATINGS,
    test: 'nobody of a disconnection',
  },
  {
    what: 'staff rate the work',
    file: RULES,
    find: "  } else if (onlyConsumers) return 'not_permitted';\n  else if",
    replace: '  } else if',
    caughtBy: RATINGS,
    test: 'rate nothing',
  },
  {
    what: 'work that was opened again is rated',
    file: RULES,
    find: "  rate: {\n    from: ['CLOSED'],",
    replace: "  rate: {\n    from: ['CLOSED', 'COMPLETED', 'RE_OPEN'],",
    caughtBy: RATINGS,
    test: 'one time for each closing',
  },
  {
    what: 'a second closing takes no rating',
    file: LOCK,
    find: ' and r.closing = o.reopened) then',
    replace: ' ) then',
    caughtBy: RATINGS,
    test: 'one time for each closing',
  },
  {
    what: 'the rating is that of the first closing',
    file: QUERIES,
    find: 'order by r.closing desc limit 1',
    replace: 'order by r.closing limit 1',
    caughtBy: RATINGS,
    test: 'one time for each closing',
  },
  {
    what: 'every rating counts for the first closing',
    file: RATE,
    find: '${subject.reopened}, ${stars}',
    replace: '0, ${stars}',
    caughtBy: RATINGS,
    test: 'one time for each closing',
  },
  {
    what: 'a household that asked for nothing is not asked',
    file: TELL,
    find: "case when ${what === 'rate'}\n        then",
    replace: "case when ${what === 'rate'} and o.asked_as = 'CONSUMER'\n        then",
    caughtBy: RATINGS,
    test: 'the office had the work done',
  },
  {
    what: 'the role of a household reads the ratings of all',
    file: TABLES,
    find: '  exists (select from work_orders.orders o where o.id = order_id\n    and o.consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]))',
    replace: '  true',
    caughtBy: RATINGS,
    test: 'no other ones',
  },
  {
    what: 'the database takes two ratings of a closing',
    file: TABLES,
    find: 'constraint ratings_once_key unique (order_id, closing)',
    replace: 'constraint ratings_once_key unique (order_id, closing, id)',
    caughtBy: RATINGS,
    test: 'the database keeps one',
  },
  {
    what: 'the database takes six stars',
    file: TABLES,
    find: 'check (stars between 1 and 5)',
    replace: 'check (stars >= 1)',
    caughtBy: RATINGS,
    test: 'the database keeps one',
  },
  {
    what: 'a rating is changed',
    file: TABLES,
    find: "select platform.append_only('work_orders.ratings');\n",
    replace: '',
    caughtBy: RATINGS,
    test: 'the database keeps one',
  },
  {
    what: 'ratings of years ago count in the figure of a category',
    file: FIGURES,
    find: "      where r.rated_at > ${actor.now}::timestamptz - interval '12 months'\n",
    replace: '',
    caughtBy: RATINGS,
    test: 'who reviews sees what households',
  },
  {
    what: 'six stars are sent',
    file: CONTRACT,
    find: 'stars: z.int().min(1).max(5)',
    replace: 'stars: z.int().min(1)',
    caughtBy: RATINGS,
    test: 'rate nothing',
  },
];
