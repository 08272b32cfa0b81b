/**
 * Takes out of every endpoint what only the server reads: the answer's schema, what it refuses, its rate. The browser asks
 * whether a call is public. A browser
 * needs service, method, path, and the schemas of what it sends. Dead code elimination then takes the schemas themselves.
 */
import type { Plugin } from 'vite';

const ONLY_SERVER = new Set(['output', 'summary', 'refuses', 'rate', 'openInMaintenance']);
const DECLARING = /contract\.ts$/;

type Node = { type: string; start: number; end: number; [key: string]: unknown };

export function bareEndpoints(): Plugin {
  return {
    name: 'bare-endpoints',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!DECLARING.test(id) || !code.includes('endpoint(')) return null;
      const cuts: [number, number][] = [];
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return;
        const { type, callee, arguments: given } = node as Partial<Node>;
        const isDeclaration = type === 'CallExpression' && (callee as Node).name === 'endpoint';
        if (isDeclaration) cuts.push(...propertiesOf((given as Node[])[0]));
        for (const child of Object.values(node)) visit(child);
      };
      visit(this.parse(code).body);
      let bare = code;
      for (const [start, end] of cuts.toSorted(([a], [b]) => b - a))
        bare = `${bare.slice(0, start)}${bare.slice(end)}`;
      return { code: bare, map: null };
    },
  };
}

/** Begin and end of the properties that go, each with the comma behind it. */
function propertiesOf(object: Node | undefined): [number, number][] {
  if (object?.type !== 'ObjectExpression') return [];
  const properties = object.properties as Node[];
  return properties.flatMap((property, index): [number, number][] => {
    const name = property.type === 'Property' ? (property.key as Node).name : undefined;
    if (!ONLY_SERVER.has(String(name))) return [];
    return [[property.start, properties[index + 1]?.start ?? property.end]];
  });
}
