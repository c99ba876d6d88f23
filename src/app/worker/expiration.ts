/**
 * Returns the names to evict so that at most `most` remain: the first ones, except those in `pinned`, which are not counted.
 * @param names least recently seen first
 */
export function leaving(names: readonly string[], most: number, pinned: readonly string[] = []): string[] {
  const loose = names.filter(name => !pinned.includes(name))
  return loose.slice(0, Math.max(0, loose.length - most))
}

export interface Sized {
  readonly name: string
  readonly bytes: number
}

/** Like `leaving`, but also limits the total size to `mostBytes`. */
export function leavingBySize(things: readonly Sized[], most: number, mostBytes: number): string[] {
  const out = things.slice(0, Math.max(0, things.length - most))
  const rest = things.slice(out.length)
  let bytes = rest.reduce((sum, thing) => sum + thing.bytes, 0)
  for (const thing of rest) {
    if (bytes <= mostBytes) break
    bytes -= thing.bytes
    out.push(thing)
  }
  return out.map(({ name }) => name)
}

/** True if a response may be cached: it is complete, from the site itself, and not marked `no-store`. */
export function mayKeepAnswer({
  status,
  redirected,
  type,
  headers,
}: Pick<Response, 'status' | 'redirected' | 'type' | 'headers'>): boolean {
  return status === 200 && !redirected && type === 'basic' && !/\bno-store\b/.test(headers.get('cache-control') ?? '')
}
