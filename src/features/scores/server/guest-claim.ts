import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { ClaimHook, EventsApi } from '#events/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import { isRecentEnough } from '../rules.ts'
import { insertScores, type NewScore } from './submit/submit-store.ts'

/** When a user claims a guest's entry in an event, the guest's attempts become scores of that user, with the attempts' ids. */
export const claimScores =
  ({ accounts, machines, events }: { accounts: AccountsApi; machines: MachinesApi; events: EventsApi }, clock: Clock): ClaimHook =>
  async (tx, { userId, eventId, attempts }) => {
    const user = await accounts.getUser(userId)
    if (user === null) return []
    const scores: NewScore[] = []
    const venueId = await events.venueOf(tx, eventId)
    for (const { id, machineId, value = 0, strokes = null, at } of attempts) {
      // Boards have no score of 0, and nothing of an attempt that was spent without a score.
      if (value < 1) continue
      const machine = await machines.machine(machineId)
      if (machine === null) continue
      scores.push({
        id,
        userId,
        username: user.username,
        displayName: user.displayName,
        machineId,
        machineName: machine.name,
        value,
        achievedAt: at,
        windowed: isRecentEnough(at, clock.now()),
        comment: null,
        location: null,
        venueId,
        eventId,
        strokes,
        fingerprint: '',
        answer: { scoreId: id, rank: 0, players: 0, personalBest: false, previousBest: null },
      })
    }
    return scores.length === 0 ? [] : insertScores(tx, scores)
  }
