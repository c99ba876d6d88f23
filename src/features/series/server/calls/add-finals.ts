import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { seriesAddFinals } from '#series/contract/calls.ts'
import { noFinalists, noNight } from '#series/contract/errors.ts'
import { finalistRows } from '#series/rules/finalists.ts'
import { createSeriesChange } from '../changes.ts'
import { insertSeriesLog } from '../log-store.ts'
import { changeSeriesAsManager, type SeriesServices } from '../series-services.ts'
import { entrantOfRow, rowIdOf } from '../standings/current-series.ts'
import { countPossibleNights, seriesById } from '../store.ts'

export const addFinals = handle(seriesAddFinals, async (call, services: SeriesServices) => {
  const { access, cache, database, events } = services
  const userId = signedIn(call)
  const { seriesId, eventId, best = null, minNights = null } = call.input
  await access.requireManager(await seriesById(database.db, seriesId), userId)
  // Read before the transaction, which may not wait for another connection to the database.
  const current = await cache.current(seriesId)
  const rows = current.rows.map(row => ({ ...row, nightsPlayed: row.nights.length }))
  const players = finalistRows(rows, { best, minNights }).flatMap(row => {
    const entrant = entrantOfRow(current, row)
    // The id of a new guest is the same when the call is repeated.
    return entrant === undefined ? [] : [{ ...entrant, key: row.person, id: rowIdOf(`${seriesId} ${eventId}`, row.person) }]
  })
  if (players.length === 0) throw noFinalists()
  let outcome = { added: 0, refused: [] as string[] }
  await changeSeriesAsManager(call, services, async (tx, series, by) => {
    if ((await countPossibleNights(tx, seriesId, [eventId])) === 0) throw noNight()
    const { changes, added, refused } = await events.nights.enter(tx, { eventId, by, players })
    outcome = { added, refused }
    if (changes.length === 0) return []
    await insertSeriesLog(tx, { seriesId, by, action: 'finals', subject: { players: players.length - refused.length } })
    return [...changes, createSeriesChange(series, 'log')]
  })
  return outcome
})
