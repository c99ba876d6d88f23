import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The display face travels with its licence. */
const fontLicence: Plugin = {
  name: 'font-licence',
  apply: 'build',
  generateBundle() {
    if (this.environment.name !== 'client') return
    this.emitFile({
      type: 'asset',
      fileName: 'assets/OFL.txt',
      source: readFileSync('node_modules/@fontsource/barlow-semi-condensed/LICENSE'),
    })
  },
}

const pieces = join(import.meta.dirname, '.messages/pieces')

/** A class is named by its file's place, not by the file's content: see the one stylesheet below. */
const generateScopedName = (name: string, file: string): string =>
  `_${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('hex')
    .slice(0, 6)}`

const entries = {
  server: 'src/app/main.server.ts',
  admin: 'src/app/admin.cli.ts',
  import: 'src/app/import.cli.ts',
  demo: 'src/app/demo.cli.ts',
  backup: 'src/app/backup.cli.ts',
  restore: 'src/app/restore.cli.ts',
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), fontLicence],
  // The browser takes each message by itself, so that a page takes along what it says and no more.
  resolve: {
    alias: isSsrBuild
      ? []
      : [
          { find: /^#messages$/, replacement: join(pieces, 'messages.js') },
          { find: /^#messages\/runtime$/, replacement: join(pieces, 'runtime.js') },
        ],
  },
  css: { modules: { generateScopedName } },
  publicDir: isSsrBuild ? false : 'public',
  // Packages of hundreds of small files: in one piece with ours the server and each tool start in half the time.
  ssr: { noExternal: ['kysely', 'ics', 'micromark', 'hono', '@hono/node-server', 'valibot'] },
  build: isSsrBuild
    ? { outDir: 'dist/server', ssr: true, target: 'node20', rollupOptions: { input: entries } }
    : // One stylesheet: a change of style then never renames a script, which would look like a new version of the page.
      {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        target: 'es2022',
        rolldownOptions: {
          input: 'src/app/main.browser.tsx',
          // What many pages share, in one piece: it packs better than thirty small ones, and is one request.
          output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 8, test: /src|\.messages/ }] } },
        },
      },
}))
