import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

export const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist/stamp')

function* files(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path
  }
}

/**
 * A hash of the build's inputs: path and content of every source. Times are no part of it, because tools touch files that they leave as they
 * were (the compiler of the messages does), and the next start would then build again.
 */
export function fingerprint() {
  const hash = createHash('sha256')
  for (const path of [
    ...files(join(root, 'src')),
    ...files(join(root, 'public')),
    join(root, 'vite.config.ts'),
    join(root, 'scripts/messages.mjs'),
    join(root, 'scripts/localize.mjs'),
    join(root, 'scripts/contract-names.mjs'),
    join(root, 'scripts/chunks.mjs'),
    join(root, 'scripts/build-apart.mjs'),
    join(root, 'project.inlang/settings.json'),
    join(root, 'package-lock.json'),
  ].sort()) {
    const content = readFileSync(path)
    hash.update(`${relative(root, path)}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Writes compressed copies beside the browser files, so that no request has to compress anything. */
async function pack(dir) {
  const packOne = async path => {
    const content = readFileSync(path)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
  }
  await Promise.all([...files(dir)].filter(path => /\.(js|css|svg)$/.test(path)).map(packOne))
}

/** True if browser and server files are up to date with their sources. A delivered build without sources counts as up to date. */
export function isBuilt() {
  if (!existsSync(join(root, 'src'))) return true
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

/** Builds browser and server files unless they are up to date. Long-running programs do this in another process: see run.mjs. */
export async function buildIfNeeded(log = console.error) {
  if (isBuilt()) return
  const wanted = fingerprint()
  log('Building, which takes a few seconds the first time …')
  const { compileMessages } = await import('./messages.mjs')
  await compileMessages()
  const { build } = await import('vite')
  const shared = { root, logLevel: 'warn', mode: 'production' }
  await build(shared)
  ;(await import('./localize.mjs')).localizeScripts(join(root, 'dist/client/assets'))
  await (await import('./build-worker.mjs')).buildWorker(shared)
  const { buildEmbed, buildReader } = await import('./build-apart.mjs')
  await buildEmbed(shared)
  await buildReader(shared)
  await pack(join(root, 'dist/client/assets'))
  await build({ ...shared, build: { ssr: true } })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The parent process has been killed, so nothing waits for this build any more.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
  await buildIfNeeded().catch(error => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
