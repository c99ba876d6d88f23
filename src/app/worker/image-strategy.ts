import { leavingBySize, mayKeepAnswer } from './expiration.ts'

const CACHE = 'skillshot-pictures'
const MOST = 60
const MOST_BYTES = 20_000_000
/** A bigger one is looked at once. */
const SMALL = 1_000_000

const bytesOf = ({ headers }: Response): number => Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)

/** A picture as it was kept, else from the network: what an address shows never changes. Small ones are kept, until newer ones take their place. */
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
