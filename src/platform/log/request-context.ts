import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ddp/timing/clock.ts'
import type { Span } from '../tracing/tracing.ts'

/** What is done for somebody who asked: a method call, a subscription, an HTTP request, or a letter that one of them left behind. */
export interface Request {
  /** several where one statement writes for several at once */
  readonly ids: readonly string[]
  /** the DDP session it came by */
  readonly session?: string
  /** who was signed in when it began */
  readonly userId?: string
  /** what is traced meanwhile belongs to these */
  readonly spans: readonly Span[]
}

export const newRequestId = (): string => randomUUID()

const storage = new AsyncLocalStorage<Request | undefined>()

/** For whom what runs now is done; undefined: for nobody in particular. */
export const currentRequest = (): Request | undefined => storage.getStore()

/** Runs on behalf of a request: everything that is awaited there knows it. */
export const runInContext = <T>(request: Request | undefined, run: () => T): T => storage.run(request, run)

/** Runs what is nobody's in particular, though somebody's request set it off. */
export const runWithoutContext = <T>(run: () => T): T => storage.run(undefined, run)

/** A clock whose timers run outside of requests: what was put off goes on long after whoever asked has his answer. */
export const detachClock = (clock: Clock): Clock => ({
  now: () => clock.now(),
  after: (delay, run) => clock.after(delay, () => runWithoutContext(run)),
})

/** What is done for all of these at once. */
export function mergeContexts(requests: readonly (Request | undefined)[]): Request | undefined {
  const distinct = [...new Set(requests)].filter(each => each !== undefined)
  if (distinct.length < 2) return distinct[0]
  return { ids: distinct.flatMap(({ ids }) => ids), spans: distinct.flatMap(({ spans }) => spans) }
}
