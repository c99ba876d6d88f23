import type { IconName } from '../../../../platform/ui/Icon.tsx'
import type { QueuedScore } from './queued-score.ts'

/** How things stand for whoever looks. */
export interface Standing {
  /** who is signed in; undefined: that is not known yet */
  userId: string | null | undefined
  /** and the connection is up */
  ready: boolean
}

export interface StateWords {
  icon: IconName
  text: string
}

/** A queued score's state, for its player. */
export function stateWords(item: QueuedScore, { userId, ready }: Standing): StateWords {
  switch (item.state) {
    case 'sending':
      return { icon: 'clock', text: 'On its way.' }
    case 'accepted':
      return {
        icon: 'check',
        text: `${item.answer === undefined ? 'On the board.' : `On the board: number ${item.answer.rank} of ${item.answer.players}.`}${item.late ? ` ${lateWords(item.event!.name)}` : ''}`,
      }
    case 'refused':
      return { icon: 'warn', text: item.reason ?? 'It was refused.' }
    case 'mending':
      return {
        icon: 'info',
        text: item.reason === undefined ? 'Stopped by you. Nothing is sent until you say so.' : `Not mended yet. ${item.reason}`,
      }
    case 'waiting':
      return waitingWords(item, { userId, ready })
  }
}

/** What becomes of a score that came after the end of its event. */
export const lateWords = (event: string): string => `It came after the end of ${event}: the director decides whether it counts there.`

function waitingWords({ userId: owner, reason }: QueuedScore, { userId, ready }: Standing): StateWords {
  if (userId === undefined) return { icon: 'offline', text: 'Waiting for a signal.' }
  if (userId === null) return { icon: 'clock', text: 'Waiting. Sign in to send it.' }
  if (owner === null) return { icon: 'info', text: 'Typed while nobody was signed in. Is it yours?' }
  if (!ready) return { icon: 'offline', text: 'Waiting for a signal.' }
  return { icon: 'clock', text: reason === undefined ? 'Waiting for its turn.' : `${reason} It is tried again by itself.` }
}

/** Why a score that was just typed is not on the board yet, if it is not the signal. */
export function keptWords({ userId: owner, reason }: QueuedScore, { userId, ready }: Standing, lasts: boolean): string | undefined {
  if (!lasts) return 'This browser keeps nothing for later. Leave this page open: the score goes up as soon as it can.'
  if (owner === null)
    return userId === null
      ? 'The score is safe on this device. Sign in, and send it from this page.'
      : 'The score is safe on this device. Send it from this page when you are done.'
  return ready && reason !== undefined ? `${reason} The score is safe on this device and goes up by itself.` : undefined
}

/**
 * Scores of which no more is told than that they are there: another player's, or anybody's while nobody is signed in.
 * @param userId who is signed in; undefined: that is not known yet
 */
export function othersWords(count: number, userId: string | null | undefined): string {
  const scores = count === 1 ? '1 score' : `${count} scores`
  const wait = count === 1 ? 'waits' : 'wait'
  if (userId === undefined) return `${scores} ${wait} on this device.`
  if (userId === null) return `${scores} ${wait} on this device. Sign in to send ${count === 1 ? 'it' : 'them'}.`
  return `${scores} of another player ${wait} on this device.`
}
