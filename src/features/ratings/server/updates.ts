import type { Timer } from '#ddp/timing/clock.ts'
import { eventChanged } from '#events/server/changes.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { type ComputeOptions, updateRatings } from './compute-ratings.ts'
import * as store from './store.ts'

const MINUTE = 60_000
/** ms to wait after a change, so that those that follow are computed together */
const DEBOUNCE = 500
/** Key of the job: there is at most one. */
const JOB_KEY = 'site'

/** Computes ratings again after whatever may change them, by a job that one node does at a time. */
export function startUpdates(platform: FeatureContext, options: ComputeOptions): { runOnce(): Promise<void> } {
  const { database, clock, settings, live, jobs, log, onClose } = platform
  const job = jobs.register<Record<string, never>>({
    name: 'ratings',
    concurrency: 1,
    lease: 2 * MINUTE,
    renews: true,
    maxTries: null,
    backoff: { initialMs: 10_000, maxMs: 60 * MINUTE },
    unavailable: 'ratings could not be computed',
    async run() {
      await live.changeLog.publish(await updateRatings(options))
      return null
    },
    logFailure: (err, { tries }) => log.error({ err, tries }, 'ratings could not be computed and will be tried again'),
  })

  /** events that have changed since the last look; `all`: something that concerns any event has changed */
  let changed = new Set<string>()
  let all = false
  /** Adds the job if what has changed may concern ratings. Nodes that do so for the same change add the same job. */
  const look = startIntervalJob(
    clock,
    null,
    async () => {
      const [eventIds, isForAll] = [[...changed], all]
      changed = new Set()
      all = false
      if (!isForAll && (eventIds.length === 0 || !(await store.mayConcern(database.db, eventIds, new Date(clock.now()))))) return
      await database.transaction(tx => job.add(tx, { key: JOB_KEY, body: {} }))
      job.processDue()
    },
    err => {
      all = true
      log.error({ err }, 'ratings could not be queued')
    },
  )
  let debounce: Timer | null = null
  const lookSoon = (): void => {
    debounce ??= clock.after(DEBOUNCE, () => {
      debounce = null
      void look.run()
    })
  }
  const lookAtAll = (): void => {
    all = true
    lookSoon()
  }
  live.onChange(eventChanged, ({ eventId, change }) => {
    if (!settings.current().ratings) return
    if (change !== null && !['rounds', 'entrant', 'entrant-left', 'standings-held'].includes(change.kind)) return
    changed.add(eventId)
    lookSoon()
  })
  live.onChange(groupChanged, () => {
    if (settings.current().ratings) lookAtAll()
  })
  live.onChange(settingsChanged, ({ rows }) => {
    if (rows.some(({ key }) => key === 'ratings')) lookAtAll()
  })
  // A node may have ended between a change and its job, and the clock may have passed the end of a night.
  const hourly = startIntervalJob(
    clock,
    60 * MINUTE,
    async () => {
      if (settings.current().ratings) lookAtAll()
    },
    err => log.error({ err }, 'ratings could not be queued'),
  )
  if (settings.current().ratings) lookAtAll()
  onClose(async () => {
    debounce?.cancel()
    await Promise.all([hourly.stop(), look.stop()])
  })
  return {
    async runOnce() {
      debounce?.cancel()
      debounce = null
      await look.run()
      await job.idle()
    },
  }
}
