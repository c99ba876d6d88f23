import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded, root } from './build.mjs'

/** Runs one of the built programs: `node scripts/run.mjs server`. */
process.env.NODE_ENV ??= 'production'
const [, , program, ...rest] = process.argv
await buildIfNeeded()
process.argv.splice(2, process.argv.length, ...rest)
await import(pathToFileURL(join(root, 'dist/server', `${program}.js`)).href)
