import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { CallError } from '#platform/live/call-errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noStation, notAReporter } from '#stations/contract/errors.ts'
import {
  type NvramRow,
  nvramBeingWritten,
  nvramFileTooShort,
  nvramMapUnreadable,
  nvramNoMap,
  nvramNotSetUp,
  nvramScoreTooLarge,
  stationsReadNvram,
} from '#stations/contract/nvram.ts'
import { NvramError, type NvramProblem } from '#stations/rules/nvram/nvram-error.ts'
import { type NvramScore, readHighScores } from '#stations/rules/nvram/read-high-scores.ts'
import { requireManager } from '../manager.ts'
import { findMemoryMap } from '../nvram-maps.ts'
import { findKnownRows, setKnownRows } from '../nvram-store.ts'
import { findStation, type StationsServices } from '../services.ts'
import { lockStation } from '../station-store.ts'
import { storeReport } from '../store-report.ts'

/** Bytes of a file at most, once it is decompressed. */
const MAX_BYTES = 256 * 1024
/** Rows of each station and ROM that are remembered at most, the latest ones. */
const MAX_KNOWN = 1000

const ERRORS: Record<NvramProblem, CallError> = {
  'no-map': nvramNoMap,
  'map-unreadable': nvramMapUnreadable,
  'file-too-short': nvramFileTooShort,
  'being-written': nvramBeingWritten,
  'score-too-large': nvramScoreTooLarge,
}

const decompress = promisify(gunzip)

export const readNvram = handle(stationsReadNvram, async (call, services: StationsServices) => {
  const { venues, reporters, database, nvramMaps } = services
  const { key, venueId, rom, dryRun } = call.input
  if (key === undefined) await requireManager(venues, venueId, signedIn(call))
  else if ((await reporters.venueOf(key)) !== venueId) throw notAReporter()
  const stationId = (await findStation(services, venueId, call.input.stationId))?.id
  if (stationId === undefined) throw noStation()
  if (nvramMaps === null) throw nvramNotSetUp()
  const rows = await readRows(nvramMaps, call.input)
  const compare = (known: readonly string[] | null): { rows: NvramRow[]; first: boolean } => {
    const names = known === null ? null : new Set(known)
    return { rows: rows.map(row => ({ ...row, fate: names?.has(nameOf(row)) === false ? 'new' : 'known' })), first: known === null }
  }
  if (dryRun) return compare(await database.read(db => findKnownRows(db, stationId, rom)))
  let answer = compare(null)
  await call.commit(async tx => {
    const station = await lockStation(tx, venueId, stationId)
    if (station === null) throw noStation()
    const known = await findKnownRows(tx, stationId, rom)
    answer = compare(known)
    const fresh = answer.rows.filter(({ fate }) => fate === 'new')
    if (known !== null && fresh.length === 0) return []
    await setKnownRows(tx, stationId, rom, [...new Set([...rows.map(nameOf), ...(known ?? [])])].slice(0, MAX_KNOWN))
    const place = { venueId, stationId, machineId: station.machineId, boardName: null }
    const changes: NewChange[] = []
    for (const row of fresh) {
      const plays = [{ score: row.score, initials: row.initials }]
      changes.push(...(await storeReport(tx, services, place, { id: reportId(stationId, rom, row), plays, doubts: ['unseen'] })).changes)
    }
    return changes
  })
  return answer
})

/** Reads the rows of a file, those that stand in it twice once. @throws DdpError 404, 409 */
async function readRows(
  maps: string,
  { rom, file, gzip }: { rom: string; file: string; gzip?: boolean | undefined },
): Promise<NvramScore[]> {
  const sent = Buffer.from(file, 'base64')
  try {
    const map = await findMemoryMap(maps, rom)
    const bytes = gzip ? await decompress(sent, { maxOutputLength: MAX_BYTES }).catch(() => null) : sent
    // A file whose end is missing can't be decompressed.
    if (bytes === null) throw new NvramError('being-written')
    return [...new Map(readHighScores(map, bytes).map(row => [nameOf(row), row])).values()]
  } catch (error) {
    throw error instanceof NvramError ? ERRORS[error.problem]() : error
  }
}

/** By which a row is recognised. Its place in the table changes with each better score. */
const nameOf = ({ initials, score }: Pick<NvramScore, 'initials' | 'score'>): string => `${initials} ${score}`

const reportId = (stationId: string, rom: string, row: NvramRow): string =>
  `nvram-${createHash('sha256')
    .update(`${stationId} ${rom} ${nameOf(row)}`)
    .digest('hex')
    .slice(0, 32)}`
