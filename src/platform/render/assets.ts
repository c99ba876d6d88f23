import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildVersions, ClientAssets } from './html-document.ts'

interface ManifestChunk {
  file: string
  isEntry?: boolean
  /** Keys of the chunks that it imports statically. */
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** Computes the versions from the file names alone, because these contain hashes of the content. */
function versionsOf(names: ReadonlySet<string>): BuildVersions {
  const hash = (of: string[]): string => createHash('sha256').update(of.sort().join('\n')).digest('hex').slice(0, 40)
  const all = [...names]
  return {
    version: hash(all),
    versionRefreshable: hash(all.filter(name => name.endsWith('.css'))),
    versionNonRefreshable: hash(all.filter(name => !name.endsWith('.css'))),
  }
}

/** Reads the build's manifest. @throws if the browser files have not been built */
export function readAssets(clientDir: string): ClientAssets {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<string, ManifestChunk>
  const chunks = Object.values(manifest)
  const neededBy = (chunk: ManifestChunk): string[] =>
    (chunk.imports ?? []).flatMap(key => [manifest[key]!.file, ...neededBy(manifest[key]!)])
  const entry = chunks.find(chunk => chunk.isEntry)
  if (entry === undefined) throw new Error('The build has no entry. Run npm run build.')
  const styles = chunks.filter(chunk => chunk.file.endsWith('.css')).map(chunk => chunk.file)
  const fonts = chunks.flatMap(chunk => [chunk.file, ...(chunk.assets ?? [])]).filter(file => file.endsWith('.woff2'))
  const paths = (files: Iterable<string>): string[] => [...new Set(files)].map(file => `/${file}`)
  const first = new Set([entry.file, ...neededBy(entry)])
  const modules = Object.entries(manifest).map(([key, chunk]): [string, string[]] => [
    key,
    paths([chunk.file, ...neededBy(chunk)].filter(file => !first.has(file))),
  ])
  return {
    versions: versionsOf(new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))),
    script: `/${entry.file}`,
    styles: paths([...(entry.css ?? []), ...styles]),
    preload: paths([...fonts, ...neededBy(entry)]),
    modules: new Map(modules),
  }
}
