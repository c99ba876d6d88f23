import type { Fields } from '#ddp/wire/ejson.ts'
import type { ReportedGameDoc, ReportedPlay } from '../contract/reported-games.ts'
import type { StationDoc } from '../contract/stations.ts'
import type { PlayRow, ReportedGameRow } from './game-store.ts'
import type { StationRow } from './station-store.ts'

export const stationDocument = ({
  id,
  venueId,
  machineId,
  machineName,
  code,
  boardIds,
  boardName,
  nowNamed,
  games,
  unclaimed,
}: StationRow): [string, StationDoc & Fields] => [
  id,
  { ...{ venueId, machineId, machineName, code, boardIds, boardName, games, unclaimed }, ...(nowNamed === null ? {} : { nowNamed }) },
]

const playDocument = ({ play, score, player, initials, name, by, contestedBy }: PlayRow): ReportedPlay & Fields => ({
  play,
  score,
  ...(player === null ? {} : { player }),
  ...(initials === null ? {} : { initials }),
  ...(name === null ? {} : { name }),
  ...(by === null ? {} : { by: { ...by } }),
  ...(contestedBy === null ? {} : { contestedBy: { ...contestedBy } }),
})

export const gameDocument = ({
  id,
  venueId,
  venueName,
  stationId,
  machineId,
  machineName,
  endedAt,
  doubts,
  eventId,
  groupId,
  game,
  used,
  plays,
}: ReportedGameRow): [string, ReportedGameDoc & Fields] => [
  id,
  {
    ...{ venueId, venueName, stationId: stationId ?? '', machineId, machineName },
    endedAt: new Date(endedAt),
    plays: plays.map(playDocument),
    doubts: [...doubts],
    ...(eventId === null ? {} : { eventId, groupId: groupId!, game: game! }),
    ...(used ? { used: true } : {}),
  },
]
