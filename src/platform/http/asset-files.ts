import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import { IMMUTABLE } from './cache-control.ts'
import { acceptedCodings } from './compressed-pages.ts'
import { type BuildArchive, isAssetPath } from './previous-builds.ts'

/** Bytes of files that are kept in memory, several times what the packed files of one build have (1.3 MB as Brotli, 1.5 MB as gzip). */
const MAX_BYTES = 16 * 2 ** 20

/** The suffix of a packed copy (see `pack` in scripts/build.mjs). */
const SUFFIX = { br: '.br', gzip: '.gz' }

/**
 * Serves `/assets/…` from the newest build and, for pages that are still open, from previous builds. A page has up to some fifteen scripts, and to
 * open, read and close a file takes several times as long as to send it, so the files are kept in memory.
 * @param clientDir the folder of the newest build
 */
export function serveAssets(clientDir: string, previousBuilds: BuildArchive | null): MiddlewareHandler {
  // Each version of a file has a key of its own, so that a file that is replaced is read again.
  const contents = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: MAX_BYTES,
    // A size must be positive, and a file may be empty.
    sizeCalculation: content => content.length + 1,
  })
  const read = async (path: string): Promise<Buffer<ArrayBuffer> | null> => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats?.isFile()) return null
    const key = `${path} ${stats.mtimeMs} ${stats.size}`
    const kept = contents.get(key)
    if (kept !== undefined) return kept
    const content = await readFile(path)
    contents.set(key, content)
    return content
  }
  return async (context, nextHandler) => {
    const { path } = context.req
    if (!isAssetPath(path)) return nextHandler()
    const headers = { 'cache-control': IMMUTABLE, 'content-type': getMimeType(path) ?? 'application/octet-stream', vary: 'Accept-Encoding' }
    const send = (content: Buffer<ArrayBuffer>, coding: Record<string, string>): Response =>
      context.body(content, 200, { ...headers, ...coding, 'content-length': String(content.length) })
    const answer = async (file: string): Promise<Response | null> => {
      for (const coding of acceptedCodings(context.req.header('accept-encoding'))) {
        const packed = await read(file + SUFFIX[coding])
        if (packed !== null) return send(packed, { 'content-encoding': coding })
      }
      const content = await read(file)
      return content === null ? null : send(content, {})
    }
    const found = await answer(join(clientDir, path))
    if (found !== null) return found
    const old = previousBuilds?.find(path) ?? null
    return (old === null ? null : await answer(old)) ?? nextHandler()
  }
}
