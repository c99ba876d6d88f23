// Makes the shell's web files from the site's sources: `node mobile/build.mjs [folder]`, into mobile/www.
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const outDir = resolve(process.argv[2] ?? join(here, 'www'))
// What the site's own configuration names is named from the root.
process.chdir(join(here, '..'))
process.env.NODE_ENV = 'production'
const { build } = await import('vite')
await build({ configFile: join(here, 'vite.config.ts'), root: here, logLevel: 'warn', mode: 'production', build: { outDir } })
