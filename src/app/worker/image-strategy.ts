import { leavingBySize, mayKeepAnswer } from './expiration.ts'

const CACHE = 'skillshot-pictures'
const MOST = 60
const MOST_BYTES = 20_000_000
/** Pictures with more bytes are not cached. */
const SMALL = 1_000_000

const bytesOf = ({ headers }: Response): number => Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)

/**
 * Answers with the cached picture, else from the network. The content at a picture's address never changes. Small pictures are cached until
 * newer ones displace them.
 */
export async function answerPicture({ request, waits }: { request: Request; waits: (work: Promise<unknown>) => void }): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (mayKeepAnswer(answer) && bytesOf(answer) <= SMALL) waits(keep(cache, request, answer.clone()))
  return answer
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer)
  const all = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const each = await cache.match(url, { ignoreVary: true })
      return { name: url, bytes: each === undefined ? 0 : bytesOf(each) }
    }),
  )
  await Promise.all(leavingBySize(all, MOST, MOST_BYTES).map(name => cache.delete(name, { ignoreVary: true })))
}
