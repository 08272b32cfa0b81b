/** OpenAPI 3.1 from the endpoints themselves: one document for a service, or one for all. */
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { refusalsOf } from '#shared/refusals.ts';
import { RATE_LIMITS } from '../limits.ts';

type JsonSchema = Record<string, unknown>;

/**
 * Builds the document.
 * @param title shown on the docs page
 * @param endpoints those of one service or of all
 * @param prefix path before an endpoint's own, by service
 */
export function openApi(
  title: string,
  endpoints: readonly Endpoint[],
  prefix: (endpoint: Endpoint) => string,
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `${prefix(endpoint)}${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'IdToken' } },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(endpoint: Endpoint) {
  const open = 'public' in endpoint.access;
  const body = schema(endpoint.body, 'input');
  const hasBody = Object.keys((body.properties as JsonSchema | undefined) ?? {}).length > 0;
  return {
    summary: endpoint.summary,
    tags: [endpoint.service],
    description: description(endpoint),
    ...(open ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(hasBody
      ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
      : {}),
    responses: {
      200: { description: 'Success', content: answerContent(endpoint) },
      ...refusals(endpoint),
    },
  };
}

function description(endpoint: Endpoint): string {
  const access =
    'permission' in endpoint.access
      ? `Permission \`${endpoint.access.permission}\`.`
      : 'signedIn' in endpoint.access
        ? `Any signed-in person: ${endpoint.access.signedIn}.`
        : `Public: ${endpoint.access.public}.`;
  const limit =
    endpoint.rate === 'normal'
      ? ''
      : ` At most ${RATE_LIMITS[endpoint.rate].points} calls in ${RATE_LIMITS[endpoint.rate].seconds} s.`;
  const repeat = endpoint.method === 'GET' ? '' : ' May be repeated safely with the same Idempotency-Key.';
  return access + limit + repeat;
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

/** One response per status, with the codes that it can carry. */
function refusals(endpoint: Endpoint): Record<number, unknown> {
  const byStatus = Map.groupBy(refusalsOf(endpoint), ({ status }) => status);
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
  const { $schema: _, ...rest } = z.toJSONSchema(source, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

const errorSchema = schema(
  z.object({
    error: z.object({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      fields: z.array(z.object({ path: z.string(), code: z.string() })),
      requestId: z.string(),
    }),
  }),
  'output',
);
