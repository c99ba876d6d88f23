// Builds the mobile app's web files from the site's sources: `node mobile/build.mjs [folder]`. The default folder is mobile/www.
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const outDir = resolve(process.argv[2] ?? join(here, 'www'))
// The paths in the site's own configuration are relative to the root.
process.chdir(join(here, '..'))
process.env.NODE_ENV = 'production'
const { build } = await import('vite')
await build({ configFile: join(here, 'vite.config.ts'), root: here, logLevel: 'warn', mode: 'production', build: { outDir } })
