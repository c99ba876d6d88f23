// Builds the mobile app's web files from the site's sources: `node mobile/build.mjs [folder]`. The default folder is mobile/www.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const outDir = resolve(process.argv[2] ?? join(here, 'www'))
// The paths in the site's own configuration are relative to the root.
process.chdir(join(here, '..'))
process.env.NODE_ENV = 'production'
const { build } = await import('vite')
const { compileMessages } = await import('../scripts/messages.mjs')
const { localizeScripts, messagePlaceholders } = await import('../scripts/localize.mjs')
await compileMessages()
await build({ configFile: join(here, 'vite.config.ts'), root: here, logLevel: 'warn', mode: 'production', build: { outDir } })
localizeScripts(join(outDir, 'assets'))

// The document's script chooses the language, and imports the app in it.
const document = join(outDir, 'index.html')
const html = readFileSync(document, 'utf8')
const entry = /<script[^>]* src="\/assets\/([^"]+)"/.exec(html)[1]
await build({
  configFile: false,
  root: join(here, '..'),
  publicDir: false,
  logLevel: 'warn',
  plugins: [messagePlaceholders()],
  define: { ENTRY: JSON.stringify(entry) },
  build: {
    outDir: join(outDir, 'assets'),
    emptyOutDir: false,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: { input: join(here, '../src/app/mobile/start.ts'), output: { entryFileNames: 'start.js' } },
  },
})
writeFileSync(document, html.replace(`/assets/${entry}`, '/assets/start.js'))
