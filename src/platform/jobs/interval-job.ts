import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { runWithoutContext } from '#platform/log/request-context.ts'

/** Something that runs again and again until it is stopped. */
export interface IntervalJob {
  /** Runs it now, or once more when it is running already. Resolves when that run is over; never rejects. */
  run(): Promise<void>
  /** Stops the job. Resolves when a run that is under way is over. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `interval` ms, never twice at once. What it throws is reported, and it runs again at its next time. It runs outside of
 * any request (see `runWithoutContext`), even when a request makes it run, since it also works on what other requests left.
 * @param interval null: it runs only when `run` is called
 */
export function startIntervalJob(
  clock: Clock,
  interval: number | null,
  work: () => Promise<void>,
  report: (cause: unknown) => void,
): IntervalJob {
  let timer: Timer | null = null
  let running: Promise<void> | null = null
  let queuedRun: Promise<void> | null = null
  let stopped = false

  const schedule = (): void => {
    if (interval !== null) timer = clock.after(interval, start)
  }
  const start = (): Promise<void> =>
    runWithoutContext(() => {
      timer?.cancel()
      running = work()
        .catch(report)
        .then(() => {
          running = null
          if (!stopped) schedule()
        })
      return running
    })
  schedule()
  return {
    run() {
      if (stopped) return Promise.resolve()
      if (running === null) return start()
      queuedRun ??= running.then(() => {
        queuedRun = null
        // Another caller that waited for the same run may have started the next one already.
        return stopped ? undefined : (running ?? start())
      })
      return queuedRun
    },
    async stop() {
      stopped = true
      timer?.cancel()
      await running
    },
  }
}
