import { isCacheable, selectEvictionsBySize } from './expiration.ts'

const CACHE = 'skillshot-pictures'
const MAX_PICTURES = 60
const MAX_BYTES = 20_000_000
/** Pictures with more bytes are not cached. */
const SMALL_BYTES = 1_000_000

const bytesOf = ({ headers }: Response): number => Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)

/**
 * Answers with the cached picture, else from the network. The content at a picture's address never changes. Small pictures are cached until
 * newer ones displace them.
 */
export async function respondWithPicture({
  request,
  waitUntil,
}: {
  request: Request
  waitUntil: (work: Promise<unknown>) => void
}): Promise<Response> {
  const cache = await caches.open(CACHE)
  const cached = await cache.match(request, { ignoreVary: true })
  if (cached !== undefined) return cached
  const answer = await fetch(request)
  if (isCacheable(answer) && bytesOf(answer) <= SMALL_BYTES) waitUntil(storePicture(cache, request, answer.clone()))
  return answer
}

async function storePicture(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer)
  const all = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const each = await cache.match(url, { ignoreVary: true })
      return { name: url, bytes: each === undefined ? 0 : bytesOf(each) }
    }),
  )
  await Promise.all(selectEvictionsBySize(all, MAX_PICTURES, MAX_BYTES).map(name => cache.delete(name, { ignoreVary: true })))
}
