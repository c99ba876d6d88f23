import { defineError } from '#platform/live/call-errors.ts'

export const noEvent = defineError(404, 'no-event', 'There is no such event.')
export const noEventMember = defineError(404, 'no-member', 'This player is not in the group.')
export const eventManagersOnly = defineError(403, 'event-managers-only', 'Only the director of the event may do this.')
export const eventDirectorsOnly = defineError(403, 'event-directors-only', 'Only an event director may do this.')
export const noMachineInEvent = defineError(404, 'no-machine', 'There is no such machine in this event.')
export const eventOver = defineError(409, 'event-over', 'This event is over.')
export const entrantIdUsed = defineError(409, 'id-used', 'This id was used for another player.')
export const noEntrant = defineError(404, 'no-entrant', 'There is no such player in this event.')
export const eventFull = defineError(409, 'event-full', 'This event is full. You can join its wait list.')
export const playedInRounds = defineError(409, 'played-in-rounds', 'This event is played in rounds.')
export const machineNotInEvent = defineError(409, 'machine-not-in-event', 'This machine is not part of the event.')
export const machineOutOfOrder = defineError(409, 'machine-out-of-order', 'This machine is out of order.')
export const noAttemptLeft = defineError(409, 'no-attempt-left', 'No attempt is left on this machine.')
export const standingsHeld = defineError(409, 'standings-held', 'The director shows the standings later.')
export const eventNotLive = defineError(409, 'event-not-live', 'This event is not live.')
export const eventScoreIdUsed = defineError(409, 'id-used', 'This id was used for another score.')
export const noGroupInEvent = defineError(404, 'no-round', 'There is no such group in this event.')
export const noGameInGroup = defineError(404, 'no-round', 'There is no such game in this group.')
export const groupPlayersOnly = defineError(
  403,
  'group-players-only',
  'Only its players and those who run the event enter the result of a group.',
)
export const deviceEnded = defineError(
  403,
  'device-link-unknown',
  'This device may not keep scores any more. Ask the director for another link.',
)
export const finalistsOnly = defineError(409, 'finalists-only', 'Only those who went on play here.')
export const resultsWouldOpen = defineError(409, 'results-would-open', 'Confirmed results would not count any more.')
