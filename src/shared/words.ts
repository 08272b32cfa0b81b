/**
 * What a domain calls its permissions, audit words and records, as plain data that both sides read. A domain's
 * words.ts is found by its name; nothing else lists it.
 */
import type { BuiltInRole, Permission } from './permissions.ts';

/** A name in both languages. */
export type Name = readonly [en: string, bn: string];

/** Joins names that are written in one file for each language: for the server, and for screens that show both. */
export function joinNames<K extends string>(en: Record<K, string>, bn: Record<K, string>): Record<K, Name> {
  return Object.fromEntries(
    (Object.keys(en) as K[]).map((code): [K, Name] => [code, [en[code], bn[code]]]),
  ) as Record<K, Name>;
}

type FeatureWords = {
  name: Name;
  /** Built-in roles that are granted the permission at first; the rows in roles.role_permissions count afterwards. `admin` holds every permission and is not named. */
  roles?: readonly Exclude<BuiltInRole, 'admin'>[];
  /** For work on records: the permission without which nobody can open them (platform/words/work-words.ts). */
  seenBy?: `${string}:${string}`;
};

export type DomainWords = {
  /** module → its title and features. A permission is `module:feature`. */
  permissions: Readonly<Record<string, { title: Name; features: Readonly<Record<string, FeatureWords>> }>>;
  /** `noun.verb` → what the audit log says happened. */
  audit: Readonly<Record<string, Name>>;
  /** Kinds of records that audit entries are about. */
  objects: Readonly<Record<string, Name>>;
  /** Fields of audit entries that this domain alone writes, without the unit or `Id` at the end. */
  fields?: Readonly<Record<string, Name>>;
  /** Kinds of notices of the bell, `domain.what`. The text of a kind is the domain's key `notices.<what>`. */
  notices?: readonly string[];
};

/** The words of every domain. */
export type Words = readonly DomainWords[];

/** A domain's modules and features, to be merged into `PermissionWords`. */
export type PermissionsOf<W extends DomainWords> = {
  [M in keyof W['permissions']]: keyof W['permissions'][M]['features'] & string;
};
/** A domain's audit words, to be merged into `AuditWords`. */
export type AuditOf<W extends DomainWords> = { [A in keyof W['audit']]: true };

/** A domain's kinds of notices, to be merged into `NoticeWords`. */
export type NoticesOf<W extends { notices: readonly string[] }> = { [N in W['notices'][number]]: true };

/** Every kind of notice. Each domain's words.ts merges its own into it. */
// biome-ignore lint/suspicious/noEmptyInterface: the domains declare their kinds into it
export interface NoticeWords {}
/** A kind of notice, for example `billing.run_review`. */
export type NoticeKind = keyof NoticeWords & string;

/** What the text of a notice fills in; amounts in poisha, days 'YYYY-MM-DD'. */
export type NoticeParams = Record<string, string | number>;

/** Every audit word. Each domain's words.ts merges its own into it. */
export interface AuditWords extends AuditOf<typeof commonWords> {}
/** What an audit entry says happened, for example `invoice.cancel`. */
export type AuditWord = keyof AuditWords & string;

/** Types a domain's words as they are written, so that they can be merged. */
export function defineWords<const W extends DomainWords>(words: W): W {
  return words;
}

/** Names of features that several modules have: one name, one column in the matrix of permissions. */
export const usual = {
  view: ['View', 'দেখা'],
  create: ['Create', 'তৈরি'],
  edit: ['Edit', 'সম্পাদনা'],
  delete: ['Delete', 'মোছা'],
  import: ['Import', 'ফাইল থেকে আনা'],
  review: ['Review', 'যাচাই'],
  decide: ['Decide', 'সিদ্ধান্ত'],
  payOnline: ['Pay online', 'অনলাইনে পরিশোধ'],
  approve: ['Approve', 'অনুমোদন'],
  reverse: ['Reverse', 'ফেরানো'],
} as const satisfies Record<string, Name>;

/** Words of what no single domain does. */
export const commonWords = defineWords({
  permissions: {},
  audit: { 'list.export': ['List exported', 'তালিকা ফাইলে নামানো হয়েছে'] },
  objects: { list: ['List', 'তালিকা'] },
});

/** A module with its permissions, in the order in which its domain declares them. */
export type Module = {
  match: string;
  title: Name;
  features: readonly { match: Permission; feature: string; name: Name }[];
};

/** All modules of all domains. */
export function modulesOf(words: Words): Module[] {
  return words.flatMap(({ permissions }) =>
    Object.entries(permissions).map(([match, { title, features }]) => ({
      match,
      title,
      features: Object.entries(features).map(([feature, { name }]) => ({
        match: `${match}:${feature}` as Permission,
        feature,
        name,
      })),
    })),
  );
}

/** Every permission of all domains. */
export function allPermissions(words: Words): Permission[] {
  return modulesOf(words).flatMap(({ features }) => features.map(({ match }) => match));
}

/** What a built-in role is granted at first: every permission for `admin`. */
export function firstGrants(words: Words, role: BuiltInRole): Permission[] {
  if (role === 'admin') return allPermissions(words);
  return words.flatMap(({ permissions }) =>
    Object.entries(permissions).flatMap(([module, { features }]) =>
      Object.entries(features)
        .filter(([, { roles }]) => roles?.includes(role))
        .map(([feature]) => `${module}:${feature}` as Permission),
    ),
  );
}

/** `register-digits`, `registerDigits`, `register_digits` → register digits */
export function plainWords(code: string): string {
  return code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase()
    .trim();
}

/** The same with a capital letter, for both languages: a code that has no name. */
export function plainName(code: string): Name {
  const plain = plainWords(code);
  const capital = plain.charAt(0).toUpperCase() + plain.slice(1);
  return [capital, capital];
}

/** What the audit log says happened. An action that no domain declares any more is written as its code. */
export function auditName(words: Words, action: string): Name {
  return words.find(({ audit }) => action in audit)?.audit[action] ?? plainName(action);
}

/** What a kind of record is called. */
export function objectName(words: Words, object: string): Name {
  return words.find(({ objects }) => object in objects)?.objects[object] ?? plainName(object);
}
