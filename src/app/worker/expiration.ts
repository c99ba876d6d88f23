/**
 * Returns the names to evict so that at most `max` remain: the first ones, except those in `pinned`, which are not counted.
 * @param names least recently seen first
 */
export function selectEvictions(names: readonly string[], max: number, pinned: readonly string[] = []): string[] {
  const evictable = names.filter(name => !pinned.includes(name))
  return evictable.slice(0, Math.max(0, evictable.length - max))
}

export interface CachedItemSize {
  readonly name: string
  readonly bytes: number
}

/** Like `selectEvictions`, but also limits the total size to `maxBytes`. */
export function selectEvictionsBySize(entries: readonly CachedItemSize[], max: number, maxBytes: number): string[] {
  const evicted = entries.slice(0, Math.max(0, entries.length - max))
  const rest = entries.slice(evicted.length)
  let bytes = rest.reduce((sum, entry) => sum + entry.bytes, 0)
  for (const entry of rest) {
    if (bytes <= maxBytes) break
    bytes -= entry.bytes
    evicted.push(entry)
  }
  return evicted.map(({ name }) => name)
}

/** True if a response may be cached: it is complete, from the site itself, and not marked `no-store`. */
export function isCacheable({ status, redirected, type, headers }: Pick<Response, 'status' | 'redirected' | 'type' | 'headers'>): boolean {
  return status === 200 && !redirected && type === 'basic' && !/\bno-store\b/.test(headers.get('cache-control') ?? '')
}
