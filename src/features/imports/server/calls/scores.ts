import { DdpError } from '#ddp/wire/error.ts'
import { type ImportedScore, importsScores } from '#imports/contract.ts'
import { createMachineFinder } from '#imports/rules/find-machine.ts'
import { parseUserAddress } from '#imports/rules/pinball-map-scores.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handleRecording } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { MAX_VALUE } from '#scores/rules.ts'
import { derivedId } from '../derived-id.ts'
import { fetchUserScores } from '../pinball-map-scores-client.ts'
import { MAX_CSV_ROWS, readCsv, readDate, readScore } from '../read-csv.ts'
import { findSameImport, type ImportsServices, recordImport } from '../services.ts'

/** Scores that are written at the same time. */
const AT_ONCE = 20

/** A score of a list, before anything was looked up. */
interface Listed {
  line: number
  machine: string
  opdbId: string | null
  value: number | null
  /** null: what stands there is no date; left out: none stands there */
  achievedAt?: Date | null
  comment?: string
}

const mustHaveColumns = fieldRule('csv-scores', 'must be a table whose first line names the columns machine and score')
const tooManyRows = fieldRule('csv-rows', 'must have at most {max} rows', { max: MAX_CSV_ROWS })

function readTable(csv: string): Listed[] {
  const rows = readCsv(csv, ['machine', 'score'])
  if (rows === null) throw fieldError('csv', mustHaveColumns)
  if (rows.length > MAX_CSV_ROWS) throw fieldError('csv', tooManyRows)
  return rows.map(({ line, cells }) => ({
    line,
    machine: (cells.machine ?? '').slice(0, 200),
    opdbId: cells.opdb ?? null,
    value: readScore(cells.score ?? ''),
    ...(cells.date === undefined ? {} : { achievedAt: readDate(cells.date) }),
    ...(cells.comment === undefined ? {} : { comment: cells.comment.slice(0, 1000) }),
  }))
}

const keyOf = (machineId: string, value: number, at: Date | undefined): string =>
  `${machineId} ${value} ${at?.toISOString().slice(0, 10) ?? ''}`

/** Scores are written one by one, as if they were submitted, so an import that is cut off goes on where it was when it is sent again. */
export const importScores = handleRecording(importsScores, async (call, services: ImportsServices) => {
  const { config, clock, database, machines, scores } = services
  const userId = signedIn(call)
  const { _id: importId, csv, pinballMapUser, chosen = [], dryRun } = call.input
  const listed =
    csv !== undefined
      ? readTable(csv)
      : (await fetchUserScores(config.pinballMap, clock, parseUserAddress(pinballMapUser!)!)).map(
          ({ id, createdAt, ...score }): Listed => ({
            line: id,
            achievedAt: createdAt,
            ...score,
          }),
        )
  const catalogue = await machines.catalogue()
  const names = new Map(catalogue.map(({ machineId, name }) => [machineId, name]))
  const find = createMachineFinder(catalogue, new Map(chosen.map(({ name, machineId }) => [name, machineId])))
  const fingerprint = fingerprintValues(csv ?? null, pinballMapUser ?? null, JSON.stringify(chosen))
  const made = dryRun ? null : await findSameImport(database.db, { id: importId, userId, fingerprint })
  const found = listed.map(each => ({ ...each, found: find({ name: each.machine, opdbId: each.opdbId }) }))
  const machineIds = [...new Set(found.flatMap(each => ('machineId' in each.found ? [each.found.machineId] : [])))]
  const ownIds = new Set(listed.map(({ line }) => derivedId(importId, `score ${line}`)))
  // What an earlier attempt of this import has written is not known from elsewhere.
  const before = (await scores.own.list(userId, machineIds)).filter(({ id }) => !ownIds.has(id))
  const known = new Set(
    before.flatMap(({ machineId, value, achievedAt }) => [
      keyOf(machineId, value, new Date(achievedAt)),
      keyOf(machineId, value, undefined),
    ]),
  )
  const now = clock.now()
  const rows = found.map((each): ImportedScore => {
    const { line, machine, value, achievedAt, found: match } = each
    const shown = {
      ...{ line, machine },
      ...('machineId' in match ? { machineId: match.machineId, machineName: names.get(match.machineId)! } : {}),
      ...(value === null ? {} : { value }),
      ...(achievedAt ? { achievedAt } : {}),
    }
    if (value === null || value > MAX_VALUE) return { ...shown, fate: 'failed', problem: 'no-score' }
    if (achievedAt === null) return { ...shown, fate: 'failed', problem: 'bad-date' }
    if (achievedAt !== undefined && achievedAt.getTime() > now) return { ...shown, fate: 'failed', problem: 'later' }
    if ('problem' in match) return { ...shown, fate: 'failed', problem: match.problem }
    const key = keyOf(match.machineId, value, achievedAt)
    if (known.has(key)) return { ...shown, fate: 'known' }
    known.add(key)
    return { ...shown, fate: 'new' }
  })
  const fresh = rows.flatMap((row, i) => (row.fate === 'new' ? [{ row, comment: listed[i]!.comment }] : []))
  if (dryRun || made !== null) return { rows, added: made?.added ?? 0 }
  const ids: string[] = []
  for (let from = 0; from < fresh.length; from += AT_ONCE) {
    await Promise.all(
      fresh.slice(from, from + AT_ONCE).map(async ({ row, comment }) => {
        const _id = derivedId(importId, `score ${row.line}`)
        try {
          const score = { _id, machineId: row.machineId!, value: row.value!, ...(comment === undefined ? {} : { comment }) }
          await call.committed(
            await scores.own.submit(userId, { ...score, ...(row.achievedAt === undefined ? {} : { achievedAt: row.achievedAt }) }),
          )
          ids.push(_id)
        } catch (error) {
          if (!(error instanceof DdpError)) throw error
          Object.assign(row, { fate: 'failed', problem: 'refused' } satisfies Partial<ImportedScore>)
        }
      }),
    )
  }
  const title = csv === undefined ? 'Pinball Map' : 'CSV'
  await database.transaction(tx => recordImport(tx, { id: importId, userId, kind: 'scores', title, ids, added: ids.length, fingerprint }))
  return { rows, added: ids.length }
})
