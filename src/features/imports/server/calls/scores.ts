import { DdpError } from '#ddp/wire/error.ts'
import { type ImportedScore, importsScores } from '#imports/contract.ts'
import { createMachineFinder } from '#imports/rules/find-machine.ts'
import { parseUserAddress } from '#imports/rules/pinball-map-scores.ts'
import { tableNameKey } from '#imports/rules/table-name-key.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handleRecording } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { cutText } from '#platform/text/parameters.ts'
import { MAX_VALUE, NOTE_LENGTH } from '#scores/rules.ts'
import { beginScores } from '../begin-scores.ts'
import { derivedId } from '../derived-id.ts'
import { lockImport, setAdded } from '../import-store.ts'
import { fetchUserScores } from '../pinball-map-scores-client.ts'
import { readDate, readScore } from '../read-csv.ts'
import { requireTable } from '../require-table.ts'
import type { ImportsServices } from '../services.ts'

/** Scores that are written at the same time. */
const AT_ONCE = 20

const HOUR = 3_600_000

/**
 * A day stands for its noon in UTC. So far before it, the day begins in the far east, which is 14 hours ahead, and no moment of the day is
 * farther from it anywhere. The same score of a machine within so long is one that was played once.
 */
const DAY_REACH = 26 * HOUR

/** A score of a list, before anything was looked up. */
interface Listed {
  line: number
  machine: string
  opdbId: string | null
  value: number | null
  isTooLong?: boolean
  /** null: what stands there is no date; left out: none stands there. In ms */
  at?: number | null
  /** `at` stands for a day */
  isDay?: boolean
  comment?: string
}

const mustHaveColumns = fieldRule('csv-scores', 'must be a table whose first line names the columns machine and score')
const mustBeOneOwner = fieldRule('csv-players', 'must have no scores of several players')

function readTable(csv: string): Listed[] {
  const rows = requireTable(csv, ['machine', 'score'], mustHaveColumns)
  const players = new Set(rows.flatMap(({ cells }) => (cells.name === undefined ? [] : [tableNameKey(cells.name)])))
  if (players.size > 1) throw fieldError('csv', mustBeOneOwner)
  return rows.map(({ line, cells, isTooLong }) => {
    const date = cells.date === undefined ? undefined : readDate(cells.date)
    return {
      ...{ line, isTooLong },
      machine: cutText(cells.machine ?? '', 200),
      opdbId: cells.opdb ?? null,
      value: readScore(cells.score ?? ''),
      ...(date === undefined ? {} : { at: date?.at.getTime() ?? null, isDay: date?.isDay ?? false }),
      ...(cells.comment === undefined ? {} : { comment: cutText(cells.comment, NOTE_LENGTH) }),
    }
  })
}

/** True if the same score of a machine at both times (ms) is one that was played once. Two days are compared as days. */
function isSameGame(a: number, b: number): boolean {
  const isNoon = (at: number): boolean => at % (24 * HOUR) === 12 * HOUR
  return isNoon(a) && isNoon(b) ? a === b : Math.abs(a - b) <= DAY_REACH
}

/** Scores are written one by one, as if they were submitted, so an import that is cut off goes on where it was when it is sent again. */
export const importScores = handleRecording(importsScores, async (call, services: ImportsServices) => {
  const { config, clock, database, machines, scores } = services
  const userId = signedIn(call)
  const { _id: importId, csv, pinballMapUser, chosen = [], dryRun } = call.input
  const listed =
    csv !== undefined
      ? readTable(csv)
      : (await fetchUserScores(config.pinballMap, clock, parseUserAddress(pinballMapUser!)!)).map(
          ({ id, createdAt, ...score }): Listed => ({ line: id, at: createdAt.getTime(), ...score }),
        )
  const catalogue = await machines.catalogue()
  const names = new Map(catalogue.map(({ machineId, name }) => [machineId, name]))
  const find = createMachineFinder(catalogue, new Map(chosen.map(({ name, machineId }) => [name, machineId])))
  const found = listed.map(each => ({ ...each, found: find({ name: each.machine, opdbId: each.opdbId }) }))
  const machineIds = [...new Set(found.flatMap(each => ('machineId' in each.found ? [each.found.machineId] : [])))]
  const idOf = ({ line }: Pick<Listed, 'line'>): string => derivedId(importId, `score ${line}`)
  const ownIds = new Set(listed.map(idOf))
  const own = await scores.own.list(userId, machineIds)
  const written = new Set(own.map(({ id }) => id).filter(id => ownIds.has(id)))

  /** What becomes of each row. @param now when the import was made: a day that has not ended yet stands for this moment */
  const plan = (now: number): ImportedScore[] => {
    /** when which score was played, by machine and value */
    const known = new Map<string, number[]>()
    const keyOf = (machineId: string, value: number): string => `${machineId} ${value}`
    const keep = (key: string, at: number): unknown => known.set(key, [...(known.get(key) ?? []), at])
    // What an earlier attempt of this import has written is not known from elsewhere.
    for (const { id, machineId, value, achievedAt } of own) if (!ownIds.has(id)) keep(keyOf(machineId, value), achievedAt)
    return found.map((each): ImportedScore => {
      const { line, machine, value, at, isDay = false, found: match } = each
      const shown = {
        ...{ line, machine },
        ...('machineId' in match ? { machineId: match.machineId, machineName: names.get(match.machineId)! } : {}),
        ...(value === null ? {} : { value }),
        ...(typeof at === 'number' ? { achievedAt: new Date(isDay ? Math.min(at, now) : at) } : {}),
      }
      if (each.isTooLong) return { ...shown, fate: 'failed', problem: 'too-long' }
      if (value === null || value > MAX_VALUE) return { ...shown, fate: 'failed', problem: 'no-score' }
      if (at === null) return { ...shown, fate: 'failed', problem: 'bad-date' }
      if (at !== undefined && at - (isDay ? DAY_REACH : 0) > now) return { ...shown, fate: 'failed', problem: 'later' }
      if ('problem' in match) return { ...shown, fate: 'failed', problem: match.problem }
      const key = keyOf(match.machineId, value)
      const playedAt = shown.achievedAt?.getTime()
      if (known.get(key)?.some(other => playedAt === undefined || isSameGame(playedAt, other))) return { ...shown, fate: 'known' }
      keep(key, playedAt ?? now)
      return { ...shown, fate: 'new' }
    })
  }
  if (dryRun) return { rows: plan(clock.now()), added: 0 }

  const title = csv === undefined ? 'Pinball Map' : 'CSV'
  const fingerprint = fingerprintValues(csv ?? null, pinballMapUser ?? null, JSON.stringify(chosen))
  const { rows, before } = await database.transaction(tx =>
    beginScores(tx, services, { id: importId, userId, title, fingerprint }, at => {
      const planned = plan(at)
      return { rows: planned, ids: planned.filter(({ fate }) => fate === 'new').map(idOf) }
    }),
  )
  if (before?.undone) return { rows, added: before.added }
  const comments = new Map(listed.map(({ line, comment }) => [line, comment]))
  const write = async (row: ImportedScore): Promise<void> => {
    const _id = idOf(row)
    if (written.has(_id)) return
    const { machineId, value, achievedAt } = row
    const comment = comments.get(row.line)
    const score = { _id, machineId: machineId!, value: value!, ...(comment === undefined ? {} : { comment }) }
    try {
      await call.committed(await scores.own.submit(userId, { ...score, ...(achievedAt === undefined ? {} : { achievedAt }) }))
    } catch (error) {
      if (!(error instanceof DdpError)) throw error
      Object.assign(row, { fate: 'failed', problem: 'refused' } satisfies Partial<ImportedScore>)
    }
  }
  const fresh = rows.filter(({ fate }) => fate === 'new')
  let failure: PromiseRejectedResult | undefined
  for (let from = 0; from < fresh.length && failure === undefined; from += AT_ONCE) {
    const outcomes = await Promise.allSettled(fresh.slice(from, from + AT_ONCE).map(write))
    failure = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  }
  const added = fresh.filter(({ fate }) => fate === 'new').length
  await call.commit(async tx => {
    const made = await lockImport(tx, importId)
    // It was undone while its scores were being written.
    if (made?.undone) return scores.own.remove(tx, userId, made.ids)
    if (failure === undefined) await setAdded(tx, importId, added)
    return []
  })
  if (failure !== undefined) throw failure.reason
  return { rows, added }
})
