/** Takes comments and indentation out of the document: every page begins with it, and nothing else compresses it. */
import type { Plugin } from 'vite';

/** Our own index.html: every comment has a line of its own, and no text of it spans lines. */
export function lean(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '');
}

export function leanDocument(): Plugin {
  return { name: 'lean-document', apply: 'build', transformIndexHtml: { order: 'post', handler: lean } };
}
