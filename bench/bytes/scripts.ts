import { gzipSync } from 'node:zlib'
import { HttpConnection } from '../lib/http-connection.ts'

/** The attribute `data-scripts` lists what our first script loads, separated by spaces. */
const LINKED = /<script[^>]*\ssrc="([^"]+)"|<link rel="modulepreload" href="([^"]+)"|data-scripts="([^"]+)"/g
const IMPORTED = /(?:\bfrom|\bimport)\s*"(\.\/[^"]+)"/g

/** Bytes (each file gzipped) of the scripts that a page needs to start: those named in its HTML and their static imports. */
export async function measureScripts(port: number, page: string): Promise<{ bytes: number; files: number }> {
  const connection = new HttpConnection(port)
  const get = async (path: string): Promise<string> => {
    const { status, body } = await connection.get(path)
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
    return body
  }
  const html = await get(page)
  // Browsers that support modules ignore `nomodule` scripts.
  const named = [...html.replaceAll(/<script[^>]*\snomodule[^>]*>/gi, '').matchAll(LINKED)].flatMap(found =>
    (found[1] ?? found[2] ?? found[3])!.split(' '),
  )
  const sizes = new Map<string, number>()
  const todo = [...named]
  for (const path of todo) {
    if (sizes.has(path)) continue
    const script = await get(path)
    sizes.set(path, gzipSync(script).length)
    for (const [, to] of script.matchAll(IMPORTED)) todo.push(new URL(to!, `http://site${path}`).pathname)
  }
  connection.close()
  return { bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0), files: sizes.size }
}
