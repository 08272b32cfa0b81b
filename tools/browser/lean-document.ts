/** Takes comments, indentation and long names out of the document: every page begins with it, and nothing else makes it small. */
import { minifySync, type Plugin } from 'vite';

/** Our own index.html: every comment has a line of its own, and no text of it spans lines. */
export function lean(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<script>([\s\S]*?)<\/script>/g, (_, code: string) => `<script>${small(code)}</script>`)
    .replace(/^\s+/gm, '');
}

function small(code: string): string {
  const { code: made, errors } = minifySync('document.js', code, { module: false });
  if (errors.length > 0) throw new Error(`a script of index.html is wrong: ${errors[0]?.message}`);
  return made.trim();
}

export function leanDocument(): Plugin {
  return { name: 'lean-document', apply: 'build', transformIndexHtml: { order: 'post', handler: lean } };
}
