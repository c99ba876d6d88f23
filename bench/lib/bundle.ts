import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles a module of the bench for `Worker`, as the build does with the server. `tsx`, by which benches run otherwise, gives each function its
 * name by a property of its own, which takes 256 bytes for each closure: a third of what a session then seems to need.
 */
export async function bundle(file: URL): Promise<URL> {
  const entry = fileURLToPath(file)
  const name = entry.split('/').slice(-2).join('-').replace(/\.ts$/, '.mjs')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir: 'dist/bench', emptyOutDir: false, minify: false, rolldownOptions: { output: { entryFileNames: name } } },
  })
  return pathToFileURL(`${ROOT}/dist/bench/${name}`)
}
