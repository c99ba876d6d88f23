import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './scripts/chunks.mjs'
import { contractNames } from './scripts/contract-names.mjs'
import { messagePlaceholders } from './scripts/localize.mjs'
import { scopedName } from './scripts/scoped-names.mjs'

/** Ships the licence of the display font with it. */
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

/**
 * Leaves the hinting instructions out of the fonts, which is over a third of their bytes: it is for small sizes on screens of few pixels, and
 * the display font is never small. Characters and features stay.
 */
const lightFonts: Plugin = {
  name: 'light-fonts',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue
      const font = Buffer.from(file.source as Uint8Array)
      file.source = await subsetFont(font, LATIN, { targetFormat: 'woff2', noHinting: true })
    }
  },
}

/**
 * Replaces Vite's function around each dynamic import. It would ask for the script's own imports at once, which costs every page the names of
 * all scripts. Where there is a service worker, it fetches all scripts in the background of a first visit.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: id => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null),
}

/**
 * Takes out of the table of routes, which every page loads, what a browser does not need: the folders of the pages, by which the server finds
 * their scripts, and the calls of the function that `plainImports` has replaced.
 */
const smallRouteTable: Plugin = {
  name: 'small-route-table',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => (id.endsWith('/app/route-table.tsx') ? code.replaceAll(/'(?:pages|app)\/[a-z-]+',/g, "'',") : null),
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code.replaceAll(/\b[\w$]+\(\(\)=>(import\(`[^`]+`\)(?:\.then\(\w+=>\w+\.\w+\))?),\[\]\)/g, '$1')
    },
  },
}

/** All characters up to the mathematical signs. What a font lacks is left out. */
const LATIN = String.fromCodePoint(...Array.from({ length: 0x2200 }, (_, i) => 0x20 + i))

const entries = {
  server: 'src/app/server/main.server.ts',
  admin: 'src/app/cli/admin.cli.ts',
  import: 'src/app/cli/import.cli.ts',
  demo: 'src/app/cli/demo.cli.ts',
  backup: 'src/app/cli/backup.cli.ts',
  restore: 'src/app/cli/restore.cli.ts',
  reporter: 'src/app/cli/reporter.cli.ts',
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    plainImports,
    fontLicence,
    lightFonts,
    ...(isSsrBuild ? [] : [messagePlaceholders(), contractNames(), smallRouteTable]),
  ],
  css: { modules: { generateScopedName: scopedName } },
  publicDir: isSsrBuild ? false : 'public',
  // These packages have hundreds of small files. Bundling them halves the start time of the server and the command-line tools. `uqr` is
  // installed only where the product is built.
  ssr: { noExternal: ['kysely', 'ics', 'micromark', 'hono', '@hono/node-server', 'valibot', 'uqr'] },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node20',
        // Doc comments are a third of the compiled messages, and every start of a program would read them. Licences stay.
        rolldownOptions: { input: entries, output: { comments: { legal: true, jsdoc: false, annotation: false } } },
      }
    : // A single style sheet, so that a change of styles never renames a script, which clients would treat as a new version.
      {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        modulePreload: false,
        target: 'es2022',
        rolldownOptions: {
          input: ['src/app/browser/start.browser.ts', 'src/app/browser/main.browser.tsx'],
          // Schemas that no browser script reads are left out (see contract-names.mjs).
          treeshake: {
            manualPureFunctions: ['v', 'text', 'name', 'integer', 'strictObject', 'defineMethod', 'definePublication'],
          },
          // Seven characters of a hash, the fewest that the bundler takes, tell the files of builds apart as well as eight, and the first script names most of the others.
          output: {
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
}))
