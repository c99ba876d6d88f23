import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApartAssets, BuildVersions, ClientAssets } from './html-document.ts'

interface ManifestChunk {
  file: string
  isEntry?: boolean
  /** Keys of the chunks that it imports statically. */
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** The key of the first script. */
const START = 'src/app/browser/start.browser.ts'

/** Computes the versions from the file names alone, because these contain hashes of the content. */
function hashVersions(names: ReadonlySet<string>): BuildVersions {
  const hash = (of: string[]): string => createHash('sha256').update(of.sort().join('\n')).digest('hex').slice(0, 40)
  const all = [...names]
  return {
    version: hash(all),
    versionRefreshable: hash(all.filter(name => name.endsWith('.css'))),
    versionNonRefreshable: hash(all.filter(name => !name.endsWith('.css'))),
  }
}

/** Reads which files belong to a document apart from the pages (scripts/build-apart.mjs). Their names are no part of the versions. */
function readApart(clientDir: string, name: string): ApartAssets | undefined {
  const file = join(clientDir, `.vite/${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ApartAssets) : undefined
}

/** Reads the build's manifest. @throws if the browser files have not been built */
export function readAssets(clientDir: string): ClientAssets {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<string, ManifestChunk>
  const chunks = Object.values(manifest)
  const collectImports = (chunk: ManifestChunk): string[] =>
    (chunk.imports ?? []).flatMap(key => [manifest[key]!.file, ...collectImports(manifest[key]!)])
  const [start, entry] = [manifest[START], chunks.find(chunk => chunk.isEntry && chunk !== manifest[START])]
  if (start === undefined || entry === undefined) throw new Error('The build has no entry. Run npm run build.')
  const styles = chunks.filter(chunk => chunk.file.endsWith('.css')).map(chunk => chunk.file)
  const fonts = chunks.flatMap(chunk => [chunk.file, ...(chunk.assets ?? [])]).filter(file => file.endsWith('.woff2'))
  const paths = (files: Iterable<string>): string[] => [...new Set(files)].map(file => `/${file}`)
  const first = new Set([entry.file, ...collectImports(entry)])
  const modules = Object.entries(manifest).map(([key, chunk]): [string, string[]] => [
    key,
    paths([chunk.file, ...collectImports(chunk)].filter(file => !first.has(file))),
  ])
  return {
    versions: hashVersions(new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))),
    start: `/${start.file}`,
    script: `/${entry.file}`,
    styles: paths([...(entry.css ?? []), ...styles]),
    preload: paths([...fonts, ...collectImports(entry)]),
    modules: new Map(modules),
    embed: readApart(clientDir, 'embed'),
    reader: readApart(clientDir, 'reader'),
  }
}
