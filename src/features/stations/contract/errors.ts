import { defineError } from '#platform/live/call-errors.ts'

export const reporterKeyUnknown = defineError(401, 'key-unknown', 'This key is not known, has expired or was revoked.')
export const notAReporter = defineError(403, 'not-a-reporter', 'This key may not report games of a venue.')
export const noStation = defineError(404, 'no-station', 'There is no such station in this venue.')
export const reportedGameIdUsed = defineError(409, 'id-used', 'This id was used for another game.')
export const stationIdUsed = defineError(409, 'id-used', 'This id was used for another station.')
export const tooManyStations = defineError(409, 'too-many-stations', 'A venue has at most {n} stations.')
export const machineBoardPaired = defineError(409, 'machine-board-paired', 'This machine board belongs to another station already.')
export const noReportedGame = defineError(404, 'no-reported-game', 'There is no such reported game.')
export const noPlay = defineError(404, 'no-play', 'This game had no such player.')
export const claimNeedsCode = defineError(403, 'claim-needs-code', 'Scan the code at the machine to claim this game.')
export const gameOfGroup = defineError(
  403,
  'game-of-group',
  'This game is offered to a group of an event. It can be claimed when they say that it is not theirs.',
)
export const claimEnded = defineError(409, 'claim-ended', 'This game can no longer be claimed.')
export const claimDecided = defineError(409, 'claim-decided', 'This score was rejected or removed by somebody else, so the claim stays.')
export const eventElsewhere = defineError(409, 'event-elsewhere', 'This event is played at another venue.')
export const playClaimed = defineError(409, 'play-claimed', 'Another player has claimed this score.')
export const playOwned = defineError(409, 'play-owned', 'You have claimed another score of this game.')
export const notClaimed = defineError(409, 'not-claimed', 'Nobody else has claimed this score.')
export const notContested = defineError(409, 'not-contested', 'This claim is not contested.')
export const gameNotForGroup = defineError(409, 'game-not-for-group', 'This reported game does not fit the game of this group.')
export const gameUsed = defineError(409, 'game-used', 'This reported game was used for another result.')
