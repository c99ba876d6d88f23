import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { baseLocale } from './messages.mjs'

/** Builds the service worker into the folder of the browser files, which it lists. Its URL never changes. */
export async function buildWorker(shared) {
  const outDir = join(shared.root, 'dist/client')
  // The scripts have the same names in each language; the worker knows the folders of the languages.
  const assets = [...readdirSync(join(outDir, 'assets')), ...readdirSync(join(outDir, 'assets', baseLocale))]
    .filter(name => /\.(js|css|woff2|svg|png|webp)$/.test(name))
    .sort()
    .map(name => `/assets/${name}`)
  // Each asset's name contains a hash of its content. The icon's name does not, so its content is hashed here.
  const icon = readFileSync(join(outDir, 'icon.svg'))
  const version = createHash('sha256').update(assets.join('\n')).update(icon).digest('hex').slice(0, 16)
  await build({
    ...shared,
    configFile: false,
    publicDir: false,
    define: { BUILD: JSON.stringify({ version, assets }) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(shared.root, 'src/app/worker/main.worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
