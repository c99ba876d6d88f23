import { noUser } from '#accounts/contract/errors.ts'
import {
  deviceKey,
  deviceLinkIdUsed,
  deviceLinkUnknown,
  deviceLinkUsed,
  deviceSecret,
  kioskCode,
  kioskCodeWrong,
} from '#events/contract/devices.ts'
import { noMachine } from '#machines/contract/machines.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { ADMINISTRATION, HOUR, MINUTE, perAddress } from '#platform/live/rates.ts'
import { id, integer, strictObject, uuidV7 } from '#platform/live/schemas.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { MAX_VALUE } from '../rules.ts'
import { scoreIdUsed } from './errors.ts'
import type { SubmitScoreResult } from './scores.ts'

export const kioskEnded = defineError(403, 'kiosk-ended', 'This kiosk has ended.')
export const noKiosk = defineError(404, 'no-kiosk', 'There is no such kiosk.')

/** Our addition: a document of `boardKiosks`, a device that enters scores on one machine's board. */
export interface BoardKioskDoc {
  machineId: string
  createdAt: Date
  /** the user name of the one who made it; empty if the account was deleted */
  by: string
  /** when a device opened it; left out as long as none has */
  openedAt?: Date
  /** for example "Firefox on Android" */
  browser?: string
}

/**
 * Our addition: makes a link by which one device is a kiosk of one machine's board. It shows this board alone, enters scores of players who
 * name themselves at it, and is left by `kioskCode`. Until the link is opened, repeating the call returns a new address, and the earlier one
 * is good no longer.
 */
export const scoresKioskLink = defineMethod<{ url: string }>()(
  'scores.kioskLink',
  strictObject({ _id: uuidV7, machineId: id, kioskCode }),
  { access: 'moderators', rates: ADMINISTRATION, errors: [moderatorsOnly, noMachine, deviceLinkIdUsed] },
)

/** Our addition: binds the link to the device that opens it first, as `events.openDevice` does. */
export const scoresOpenKiosk = defineMethod<{ machineId: string }>()(
  'scores.openKiosk',
  strictObject({ token: deviceSecret, key: deviceSecret }),
  { access: 'everybody', rates: [perAddress(300, MINUTE)], errors: [deviceLinkUnknown, deviceLinkUsed] },
)

/**
 * Our addition: submits a score of a player who names themselves at a kiosk. `key`: that of the kiosk, whose machine was played. The
 * score’s history says that it was entered at a kiosk, and by whom the kiosk was made. It ends with its maker’s role. Otherwise as
 * `scores.submit`.
 */
export const scoresEnter = defineMethod<SubmitScoreResult>()(
  'scores.enter',
  strictObject({ _id: uuidV7, key: deviceKey, userId: id, value: integer(1, MAX_VALUE) }),
  {
    access: 'everybody',
    rates: [perAddress(60, MINUTE), perAddress(600, HOUR)],
    errors: [kioskEnded, noUser, noMachine, scoreIdUsed],
  },
)

/** Our addition: ends a kiosk by its code, as `events.leaveKiosk` does. */
export const scoresLeaveKiosk = defineMethod<Record<string, never>>()(
  'scores.leaveKiosk',
  strictObject({ key: deviceKey, code: kioskCode }),
  { access: 'everybody', rates: [perAddress(10, MINUTE), perAddress(60, HOUR)], errors: [kioskEnded, kioskCodeWrong] },
)

/** Our addition: ends a kiosk. Ending it again changes nothing. */
export const scoresEndKiosk = defineMethod<Record<string, never>>()('scores.endKiosk', strictObject({ kioskId: id }), {
  access: 'moderators',
  rates: ADMINISTRATION,
  errors: [moderatorsOnly, noKiosk],
})

/** Our addition: the kiosks of a machine's board that have not ended, for moderators. */
export const scoresKiosks = definePublication('scores.kiosks', strictObject({ machineId: id }), ['boardKiosks'], {
  access: 'moderators',
  errors: [moderatorsOnly],
})
