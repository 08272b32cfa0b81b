/** OpenAPI 3.1 from the endpoints themselves: one document for a service, or one for all. */
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { refusalsOf } from '#shared/refusals.ts';
import { COUNTED_AFTER, FAILURES_ONLY, RATE_LIMITS } from '../limits.ts';
import type { Route } from '../route.ts';

type JsonSchema = Record<string, unknown>;

export type DescribedService = {
  /** Shown on the docs page. */
  title: string;
  routes: readonly Route[];
  /** The operationId of an endpoint: unique, and the same in every version. */
  nameOf: (endpoint: Endpoint) => string;
  /** Path before an endpoint's own, by service. */
  prefix: (endpoint: Endpoint) => string;
};

/** Builds the document of one service, or of all. */
export function openApi({ title, routes, nameOf, prefix }: DescribedService) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { endpoint, kind } of routes) {
    const path = `${prefix(endpoint)}${endpoint.path}`;
    // Only an action of a known person is kept with its key (binder.ts).
    const repeatable = kind === 'action' && !('public' in endpoint.access);
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: { operationId: nameOf(endpoint), ...operation(endpoint, repeatable) },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that answers with this document' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'IdToken' } },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(endpoint: Endpoint, repeatable: boolean) {
  const open = 'public' in endpoint.access;
  return {
    summary: endpoint.summary,
    tags: [endpoint.service],
    description: description(endpoint, repeatable),
    security: open ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(repeatable ? [KEY_PARAMETER] : []),
    ],
    ...requestBody(endpoint),
    responses: {
      200: { description: 'Success', content: answerContent(endpoint) },
      ...refusals(endpoint, repeatable),
    },
  };
}

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A call with the same key and the same input gets the first answer again',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

function requestBody(endpoint: Endpoint) {
  const body = schema(endpoint.body, 'input');
  const properties = body.properties as JsonSchema | undefined;
  if (endpoint.kind === 'multipart') {
    const form = {
      type: 'object',
      required: ['file'],
      properties: { ...properties, file: { type: 'string', format: 'binary' } },
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } };
  }
  // A body without fields is none. A choice between bodies has no fields of its own.
  if (properties && Object.keys(properties).length === 0) return {};
  return {
    requestBody: {
      required: !endpoint.body.safeParse({}).success,
      content: { 'application/json': { schema: body } },
    },
  };
}

function description(endpoint: Endpoint, repeatable: boolean): string {
  const { access } = endpoint;
  const who = [
    ...('permission' in access ? [`Permission \`${access.permission}\`.`] : []),
    ...('signedIn' in access ? [`Any signed-in person: ${access.signedIn}.`] : []),
    ...('consumer' in access ? [`Consumers only: ${access.consumer}.`] : []),
    ...('public' in access ? [`Public: ${access.public}.`] : []),
  ].join(' ');
  const limit =
    endpoint.rate === 'normal'
      ? ''
      : ` At most ${RATE_LIMITS[endpoint.rate].points} ${FAILURES_ONLY.has(endpoint.rate) || COUNTED_AFTER.has(endpoint.rate) ? 'refused calls' : 'calls'} in ${RATE_LIMITS[endpoint.rate].seconds} s.`;
  const repeat = repeatable ? ' May be repeated safely with the same Idempotency-Key.' : '';
  return who + limit + repeat;
}

function parameters(source: z.ZodType, place: 'path' | 'query') {
  const object = schema(source, 'input');
  const required = (object.required as string[] | undefined) ?? [];
  return Object.entries((object.properties as Record<string, JsonSchema> | undefined) ?? {}).map(
    ([name, value]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: value,
    }),
  );
}

function answerContent(endpoint: Endpoint) {
  if (endpoint.kind === 'download') return { 'application/octet-stream': {} };
  if (endpoint.kind === 'page') return { 'text/html': {} };
  return {
    'application/json': {
      schema: { type: 'object', required: ['data'], properties: { data: schema(endpoint.output, 'output') } },
    },
  };
}

/** One response per status, with the codes that it can contain. */
function refusals(endpoint: Endpoint, repeatable: boolean): Record<number, unknown> {
  const codes = refusalsOf(endpoint).filter(
    (code) => repeatable || code !== commonErrors.idempotency_key_reused,
  );
  const byStatus = Map.groupBy(codes, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, refusal(status, codes.map(({ code }) => code).sort())]),
  );
}

/** What the statuses of the specification mean, if that is not what they usually mean. */
const MEANING: Record<number, string> = {
  402: 'Signed in but not permitted',
  403: 'Not signed in (any more); nothing was executed',
  422: 'Refused input, with the fields',
};

function refusal(status: number, codes: string[]) {
  const code = { type: 'object', properties: { code: { enum: codes } } };
  return {
    description: MEANING[status] ?? 'Refused; nothing was changed',
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { error: code } }],
        },
      },
    },
  };
}

function schema(source: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(source, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nameKeys(jsonSchema as JsonSchema),
  }) as JsonSchema;
  return rest;
}

/** A record over known keys lists them as properties: `propertyNames` beside `required` says the same, but generators do not read it. */
function nameKeys(json: JsonSchema): void {
  const keys = (json.propertyNames as { enum?: string[] } | undefined)?.enum;
  if (!keys) return;
  json.properties = Object.fromEntries(keys.map((key) => [key, json.additionalProperties]));
  json.additionalProperties = false;
  delete json.propertyNames;
}

const errorSchema = schema(
  z.object({
    error: z.object({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      fields: z.array(z.object({ path: z.string(), code: z.string() })),
      requestId: z.string(),
      /** With common.stale_version: the record as it is now, in the shape of the call's answer. */
      now: z.unknown().optional(),
    }),
  }),
  'output',
);
