import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { booleanField, name, strictObject, text } from '#platform/live/schemas.ts'
import { fieldRule, mustBeText } from '#platform/text/field-rules.ts'
import { toLatinDigits } from '#platform/text/numbers.ts'
import { type PictureSize, pictureGone, type UploadedPicture } from '#uploads/contract.ts'

export const noPlayer = defineError(404, 'no-player', 'There is no such player.')

/** A document of the collection `players`; its `_id` is the user id. */
export interface PlayerDoc {
  username: string
  displayName: string
  bio: string
  location: string
  picture?: UploadedPicture
  supporter: boolean
  /** our addition: the player's number at the International Flipper Pinball Association (1 to 6 digits), if the player entered one */
  ifpaNumber?: string
  /** number of accepted scores */
  scores: number
  joinedAt: Date
  /** our addition: present (and true) if the player does not want to be found in this site's search or by search engines */
  unlisted?: true
}

export interface FoundPlayer {
  userId: string
  username: string
  displayName: string
  avatar?: PictureSize
}

/** The form of `ifpaNumber`. */
export const IFPA_NUMBER = /^\d{1,6}$/

/**
 * A player's number at the International Flipper Pinball Association, which identifies players in results sent to the association. It is
 * public there and on this site.
 */
export const ifpaNumber = v.pipe(
  v.string(mustBeText()),
  v.transform(toLatinDigits),
  v.regex(IFPA_NUMBER, fieldRule('ifpa-number', 'must be 1 to 6 digits')),
)

export const playersOne = definePublication('players.one', strictObject({ username: text(1, 60) }), ['players', 'playerBests'], {
  access: 'everybody',
  errors: [noPlayer],
})

export const playersEdit = defineMethod<Record<string, never>>()(
  'players.edit',
  strictObject({
    displayName: v.optional(name(1, 60)),
    bio: v.optional(text(0, 500, { lines: true })),
    location: v.optional(name(0, 80)),
    picture: v.optional(v.nullable(strictObject({ key: text(1, 300) }))),
    unlisted: v.optional(booleanField),
    /** null removes the number */
    ifpaNumber: v.optional(v.nullable(ifpaNumber)),
  }),
  { example: { displayName: 'Ada', location: 'Berlin' }, access: 'signed in', rates: PERSONAL, errors: [pictureGone] },
)
