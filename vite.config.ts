/** The browser side: `vite build` writes dist/ with hashed files, one chunk a screen and a text file. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The API server that `vite` (development) forwards to. */
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

export default defineConfig({
  plugins: [react()],
  publicDir: 'src/web/public',
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // A small font or picture inside a style sheet would break `font-src 'self'`.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/config.json': server } },
});
