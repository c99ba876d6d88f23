import type { Clock } from '#ddp/timing/clock.ts'
import { peopleOfEvent } from '#events/rules/person-key.ts'
import type { EventsApi, SeedSource } from '#events/server/api.ts'
import { SeriesComputer } from './standings/current-series.ts'
import { listSeriesOfEvent, listVisibleNightIds, seriesById } from './store.ts'

/**
 * Ranks the entrants of a night by the standings of its season; of several seasons by the one that was made first. What is held back tells
 * nothing. All is read in the caller's transaction, which may not wait for another connection to the database.
 */
export const seriesSeeds =
  ({ events, clock }: { events: EventsApi; clock: Clock }): SeedSource =>
  async (tx, { eventId, entrants }) => {
    const [first] = await listSeriesOfEvent(tx, eventId)
    const series = first === undefined ? null : await seriesById(tx, first.id)
    if (series === null) return null
    const nights = []
    for (const id of await listVisibleNightIds(tx, series.id)) nights.push((await events.nights.read(tx, id)) ?? [])
    const { rows } = new SeriesComputer().compute(series, nights.flat(), clock.now())
    const ranks = new Map(rows.map(({ person, rank }) => [person, rank]))
    const people = peopleOfEvent(entrants)
    return new Map(
      entrants.flatMap(({ id }): [string, number][] => {
        const rank = ranks.get(people.get(id)!)
        return rank === undefined ? [] : [[id, rank]]
      }),
    )
  }
