/** What Zod keeps inside a schema: the parts that the fuzz tests walk over. */
export type Inner = { _zod: { def: Record<string, unknown>; check?: (payload: unknown) => unknown } };

export const isSchema = (value: unknown): value is Inner =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Every schema and check within a schema. */
export function within(schema: unknown, seen: Set<Inner>): void {
  if (!isSchema(schema) || seen.has(schema)) return;
  seen.add(schema);
  const { def } = schema._zod;
  const shape = (def.shape ?? {}) as Record<string, unknown>;
  const inner = [def.checks, def.options, def.items, Object.values(shape)].flat();
  const single = [
    def.element,
    def.in,
    def.out,
    def.innerType,
    def.valueType,
    def.keyType,
    def.left,
    def.right,
  ];
  for (const one of [...inner, ...single]) within(one, seen);
}
