import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type FirstLoad, firstCallOf, languageOf, loadAt, policyWith, writeDocument } from './document.ts';

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <title>Jolkol</title>
    <script>theme()</script>
    <script type="module" crossorigin src="/assets/index.js"></script>
  </head>
  <body></body>
</html>`;
const config = { services: { main: '/api/main', billing: '/api/billing' } };
const files = {
  en: ['assets/index.js', 'assets/en.js'],
  bn: ['assets/index.js', 'assets/bn.js', 'assets/a.css'],
};
const loads: FirstLoad[] = [
  { path: '/bills/$id', files, firstCall: { service: 'billing', path: '/invoice-detail/$id' } },
  { path: '/bills/new', files: { en: [], bn: [] } },
];

test('a language that is not offered is shown to nobody; the first one to people who chose none', () => {
  expect(languageOf('/login?lng=bn', { cookie: 'i18next=bn', accepted: 'bn' }, ['en'])).toBe('en');
  expect(languageOf('/login', { accepted: 'fr' }, ['bn', 'en'])).toBe('bn');
  expect(languageOf('/login', { accepted: 'en-GB' }, ['bn', 'en'])).toBe('en');
});

test('the tab and search engines have the name and the language before any code has come', () => {
  const template = TEMPLATE.replace('</head>', '<meta name="description" content="Water bills" /></head>');
  const title = 'পানি & <b>বিদ্যুৎ</b> $&';
  const written = writeDocument(template, { language: 'bn', config, files: [], title });
  expect(written).toContain('<title>পানি &amp; &lt;b>বিদ্যুৎ&lt;/b> $&amp;</title>');
  expect(written).toContain('content="পানির সংযোগ, বিল ও পরিশোধ"');
  const english = writeDocument(template, { language: 'en', config, files: [], title: 'Water' });
  expect(english).toContain('<title>Water</title>');
  expect(english).toContain('content="Water bills"');
});

test('the icon of the utility takes the place of ours', () => {
  const template = TEMPLATE.replace(
    '</head>',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head>',
  );
  const parts = { language: 'en', config, files: [] } as const;
  expect(writeDocument(template, parts)).toContain('href="/favicon.svg"');
  const own = writeDocument(template, { ...parts, icon: '/api/main/settings/website/picture/1' });
  expect(own).toContain('<link rel="icon" href="/api/main/settings/website/picture/1">');
  expect(own).not.toContain('favicon.svg');
});

test('the language is found as the browser finds it: address, cookie, then what it accepts', () => {
  expect(languageOf('/login?lng=bn', { cookie: 'i18next=en' })).toBe('bn');
  expect(languageOf('/login', { cookie: 'a=b; i18next=bn', accepted: 'en-GB' })).toBe('bn');
  expect(languageOf('/login', { accepted: 'fr-FR, bn-BD;q=0.8, en;q=0.5' })).toBe('bn');
  expect(languageOf('/lng=bn', {})).toBe('en');
});

test('a page of its own wins over a record of that name; another address has none', () => {
  expect(loadAt(loads, '/bills/17')?.path).toBe('/bills/$id');
  expect(loadAt(loads, '/bills/new')?.path).toBe('/bills/new');
  expect(loadAt(loads, '/bills')).toBeUndefined();
  expect(loadAt(loads, '/bills/')).toBeUndefined();
  expect(loadAt(loads, '/bills/17/lines')).toBeUndefined();
});

test('the first call names the record of the address, if that is plain', () => {
  const [bill] = loads as [FirstLoad];
  expect(firstCallOf(bill, '/bills/01a-7', config)).toBe('/api/billing/invoice-detail/01a-7');
  for (const name of ['..', '%2e%2e', 'a?b', 'a"b', '<a>'])
    expect(firstCallOf(bill, `/bills/${name}`, config), name).toBeUndefined();
  expect(firstCallOf(bill, '/bills/1', { services: {} })).toBeUndefined();
  const number = { path: '/n/$id', files, firstCall: { service: 'main', path: '/search?text=$id' } };
  expect(firstCallOf(number, '/n/1000000014', config)).toBe('/api/main/search?text=1000000014');
  expect(firstCallOf(number, '/n/1&limit=9', config)).toBeUndefined();
  expect(firstCallOf({ path: '/x', files }, '/x', config)).toBeUndefined();
});

test('the document names what the page loads, in its language only, and what the template names once', () => {
  const written = writeDocument(TEMPLATE, { language: 'bn', config, files: files.bn });
  expect(written).toContain('<html lang="bn">');
  expect(written).toContain('<link rel="modulepreload" crossorigin href="/assets/bn.js">');
  expect(written).toContain('<link rel="stylesheet" crossorigin href="/assets/a.css">');
  expect(written).not.toContain('assets/en.js');
  expect(written.split('assets/index.js')).toHaveLength(2);
  expect(written).not.toContain('first-call');
});

test('the data are before all scripts and styles, the Bengali face among them if letters of it are shown', () => {
  const face = 'assets/bengali-1a.woff2';
  const parts = { config, files: files.bn, firstCall: '/api/billing/x', face };
  const written = writeDocument(TEMPLATE, { ...parts, language: 'bn' });
  const places = [
    'id="config"',
    'id="first-call"',
    'id="face">"/assets/bengali-1a.woff2"',
    '<script>',
    'a.css',
  ];
  const found = places.map((text) => written.indexOf(text));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found[0]).toBeGreaterThan(0);
  expect(writeDocument(TEMPLATE, { ...parts, language: 'en' })).not.toContain('bengali');
});

test('a first view is in its place with its styles, whose files are named and not loaded', () => {
  const template = TEMPLATE.replace('<body></body>', '<body><div id="root"></div></body>').replace(
    '</head>',
    '<link rel="stylesheet" crossorigin href="/assets/own.css"></head>',
  );
  const styles = new Map([
    ['assets/own.css', '.own{content:"$&"}'],
    ['assets/a.css', '.a{}'],
  ]);
  const firstView = { html: '<h1>$& জলকল</h1>', styles };
  const written = writeDocument(template, { language: 'bn', config, files: files.bn, firstView });
  expect(written).toContain('<div id="root"><h1>$& জলকল</h1></div>');
  expect(written).toContain('<style>.own{content:"$&"}</style>');
  expect(written).toContain('<style>.a{}</style>');
  for (const file of styles.keys())
    expect(written).toContain(`<link rel="stylesheet" crossorigin href="/${file}" disabled>`);
  const without = writeDocument(template, { language: 'bn', config, files: files.bn });
  expect(without).toContain('<div id="root"></div>');
  expect(without).not.toContain('disabled');
});

test('no text of the configuration ends its element or is taken for a pattern', () => {
  const hostile = { ...config, companyName: `</script><script>alert(1)</script> $& $' <!--` };
  const written = writeDocument(TEMPLATE, { language: 'en', config: hostile, files: [] });
  expect(written.match(/<script/g)).toHaveLength(3);
  const [, data = ''] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(written) ?? [];
  expect(JSON.parse(data)).toEqual(hostile);
});

test('the policy lets run what is written in the template, and nothing else that is inline', () => {
  const hash = createHash('sha256').update('theme()').digest('base64');
  expect(policyWith("default-src 'none';script-src 'self';style-src 'self'", TEMPLATE)).toBe(
    `default-src 'none';script-src 'self' 'sha256-${hash}';style-src 'self'`,
  );
});
