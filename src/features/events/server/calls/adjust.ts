import { eventCallIdUsed } from '#events/contract/attempts.ts'
import { noEntrant } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { eventsAdjust, MAX_ADJUSTMENT, nothingToAdjust } from '#events/contract/rounds.ts'
import { adjustedFigure } from '#events/formats/registry.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { mustBeInteger } from '#platform/text/field-rules.ts'
import { insertVoid, wasVoided } from '../attempts/void-store.ts'
import { createEventChange } from '../changes.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { listAdjustments } from '../rounds/adjustment-store.ts'
import { settleQueue } from '../rounds/follow-results.ts'
import { countShownRounds } from '../rounds/round-store.ts'

/** Also after the end: a director corrects results then too. */
export const adjustTotal = handle(eventsAdjust, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { _id: id, eventId, entrantId, amount, reason } = call.input
    const fingerprint = fingerprintValues(entrantId, amount, reason)
    if (await wasVoided(tx, id, eventId, userId, fingerprint)) return []
    if (!(await listPlayingEntrants(tx, eventId)).some(entrant => entrant.id === entrantId)) throw noEntrant()
    const figure = adjustedFigure(event.format.kind)
    if (figure === null) throw nothingToAdjust()
    if (figure !== 'point' && !Number.isInteger(amount)) throw fieldError('amount', mustBeInteger(-MAX_ADJUSTMENT, MAX_ADJUSTMENT))
    const stored = figure === 'point' ? Math.round(amount * THOUSANDTHS) : amount
    const afterRound = await countShownRounds(tx, eventId)
    const adjustment = { entrantId, amount: stored, afterRound, reason }
    if (!(await insertVoid(tx, { id, eventId, by: userId, fingerprint, adjustment }))) throw eventCallIdUsed()
    const subject: StoredLogSubject = { kind: 'adjusted', players: [entrantId], amount, figure, reason }
    await insertLog(tx, { eventId, by: userId, action: 'adjusted', subject, voidId: id })
    const adjusted = createEventChange(eventId, { kind: 'adjusted', adjustments: await listAdjustments(tx, eventId) })
    return [adjusted, ...(await settleQueue(tx, event, now))]
  }),
)
