import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Span } from '#platform/tracing/tracing.ts'

/**
 * The request on whose behalf code runs: a method call, a subscription, an HTTP request, or the sending of a mail that one of them queued.
 */
export interface Request {
  /** ids of the request; several where one statement writes for several requests */
  readonly ids: readonly string[]
  /** id of the DDP session that it came from */
  readonly session?: string
  /** id of the user who was signed in when it began */
  readonly userId?: string
  /** the groups in which it takes turns (`callerGroups`); undefined: it does not wait for others, as it is for several requests */
  readonly caller?: readonly string[] | undefined
  /** the user who acts by a program that may not administer the site in their name, so that they count as no administrator */
  readonly mayNotAdminister?: string | undefined
  /** true: it records a score or a result, so its reads have the turns of writes */
  readonly records?: boolean
  /** the spans that everything that is traced meanwhile belongs to */
  readonly spans: readonly Span[]
}

export const newRequestId = (): string => randomUUID()

const storage = new AsyncLocalStorage<Request | undefined>()

/** Returns the request on whose behalf the current code runs; undefined: on behalf of none. */
export const currentRequest = (): Request | undefined => storage.getStore()

/** Runs a function on behalf of a request, which is known to everything that is awaited in it. */
export const runInContext = <T>(request: Request | undefined, run: () => T): T => storage.run(request, run)

/** Runs a function outside of any request, even if a request caused it. */
export const runWithoutContext = <T>(run: () => T): T => storage.run(undefined, run)

/** False while a user acts by a program that may not administer the site in their name. */
export const mayAdminister = (userId: string): boolean => currentRequest()?.mayNotAdminister !== userId

/** Returns the present request, in which its user may do all that they may. */
export function withAllRights(): Request | undefined {
  const request = currentRequest()
  return request?.mayNotAdminister === undefined ? request : { ...request, mayNotAdminister: undefined }
}

/** Returns a clock whose timers run outside of requests, since a timer may fire long after its request was answered. */
export const detachClock = (clock: Clock): Clock => ({
  now: () => clock.now(),
  after: (delay, run) => clock.after(delay, () => runWithoutContext(run)),
})

/** Returns a request that stands for all of these, for work that is done for them together; undefined if there are none. */
export function mergeContexts(requests: readonly (Request | undefined)[]): Request | undefined {
  const distinct = [...new Set(requests)].filter(each => each !== undefined)
  if (distinct.length < 2) return distinct[0]
  return { ids: distinct.flatMap(({ ids }) => ids), spans: distinct.flatMap(({ spans }) => spans) }
}
