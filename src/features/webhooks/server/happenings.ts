import { eventChanged, madeVoid } from '#events/server/changes.ts'
import { toEntries } from '#platform/db/change-log/define-change.ts'
import type { ChangeLogEntry, ChangeLogRow } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import {
  type MachineScoresMerged,
  type ScoreChange,
  type ScoresSubmitted,
  scoreChanged,
  scoresMerged,
  scoresSubmitted,
} from '#scores/server/changes.ts'
import { listScoresOfVoid } from '#scores/server/shared/voided-scores.ts'
import { findOfEvent, type OfEvent, resultsOf } from './event-happenings.ts'
import { atOf, type Known, machineUrl, readKnown, type Told } from './known.ts'
import { findOfScore, findOfVoid, isTold } from './score-happenings.ts'

const GROUPED_KIND = scoresSubmitted.kind
/** The kinds of rows of the change log that something is told of. */
export const FOLLOWED_KINDS: readonly string[] = [scoreChanged.kind, GROUPED_KIND, scoresMerged.kind, eventChanged.kind]

/** Reads rows of the change log as the changes that they hold. */
export const toChanges = (row: ChangeLogRow): ChangeLogEntry[] =>
  row.kind === GROUPED_KIND ? toEntries(scoresSubmitted, { ...row, body: row.body as unknown as ScoresSubmitted }) : [row]

const isChange = <Body>(entry: ChangeLogEntry, { kind }: { kind: string }): entry is ChangeLogEntry & { body: Body } => entry.kind === kind

const toEventChange = (entry: ChangeLogEntry): OfEvent => ({ ...eventChanged.bodyOf(entry), n: entry.n, at: atOf(entry) })

/** Finds what changes of the log tell, in their order. @param withRecords false: nobody wants to know of records, which cost a statement each */
export async function findHappenings(tx: Db, changes: readonly ChangeLogEntry[], site: string, withRecords: boolean): Promise<Told[]> {
  const ofScores = changes.flatMap(entry => (isChange<ScoreChange>(entry, scoreChanged) ? entry.body : []))
  const ofEvents = changes.flatMap(entry => (entry.kind === eventChanged.kind ? [toEventChange(entry)] : []))
  const voids = new Map<number, VoidOfChange>()
  for (const each of ofEvents) {
    const found = await findVoid(tx, each)
    if (found !== null) voids.set(each.n, found)
  }
  const scores = [...ofScores.filter(isTold).map(({ score }) => score), ...[...voids.values()].flatMap(found => found.scores)]
  const known = await readKnown(tx, site, {
    eventIds: [...scores.flatMap(({ eventId }) => eventId ?? []), ...ofEvents.map(({ eventId }) => eventId)],
    venueIds: scores.flatMap(({ venueId }) => venueId ?? []),
    userIds: scores.map(({ userId }) => userId),
    machineIds: changes.flatMap(entry => (isChange<MachineScoresMerged>(entry, scoresMerged) ? entry.body.into : [])),
    scoreIds: scores.flatMap(({ id, eventId }) => (eventId === null ? [] : id)),
  })
  const results = resultsOf(ofEvents)
  const told: Told[] = []
  for (const entry of changes) {
    if (isChange<ScoreChange>(entry, scoreChanged)) told.push(...(await findOfScore(tx, entry, known, withRecords)))
    else if (isChange<MachineScoresMerged>(entry, scoresMerged)) told.push(tellMachineMerge(entry, known))
    else if (entry.kind === eventChanged.kind) {
      const change = toEventChange(entry)
      const found = voids.get(entry.n)
      if (found !== undefined) told.push(...findOfVoid(found.scores, { ...found.what, n: entry.n, at: change.at }, known))
      told.push(...(await findOfEvent(tx, change, known, results)))
    }
  }
  return told
}

/** A void that a change has made or undone, and the scores that it is about. */
interface VoidOfChange {
  what: { voidId: string; isUndone: boolean }
  scores: ScoreChange['score'][]
}

async function findVoid(tx: Db, { change }: OfEvent): Promise<VoidOfChange | null> {
  const undoneId = change?.kind === 'window-undone' ? change.windowId : change?.kind === 'attempt' ? change.undoneId : undefined
  const voidId = undoneId ?? madeVoid(change)
  if (voidId === null) return null
  const isUndone = undoneId !== undefined
  return { what: { voidId, isUndone }, scores: await listScoresOfVoid(tx, voidId, isUndone) }
}

function tellMachineMerge(entry: ChangeLogEntry & { body: MachineScoresMerged }, { machines, site }: Known): Told {
  const { from, into } = entry.body
  const name = machines.get(into)
  return {
    type: 'machine.merged',
    n: entry.n,
    at: atOf(entry),
    source: `merged:${from}`,
    lane: into,
    subject: name ?? into,
    userIds: [],
    machineIds: [from, into],
    event: null,
    venue: null,
    playerGroups: [],
    // The one that is left may have been merged into another one since.
    data: () => ({ from: { id: from }, into: { id: into, ...(name === undefined ? {} : { name }), url: machineUrl(site, into) } }),
  }
}
