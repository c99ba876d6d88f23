import * as v from 'valibot'
import { booleanField, defineMethod, definePublication, name, strictObject, text } from '../../platform/live/contract.ts'
import type { PictureSize, UploadedPicture } from '../uploads/contract.ts'

/** A document of `players`; its `_id` is the user's. */
export interface PlayerDoc {
  username: string
  displayName: string
  bio: string
  location: string
  picture?: UploadedPicture
  supporter: boolean
  /** our addition: the player's number at the International Flipper Pinball Association, if given: 1 to 6 digits */
  ifpaNumber?: string
  /** accepted scores */
  scores: number
  joinedAt: Date
  /** our addition: there, and true, when the player wants to be found by nobody who does not know the name */
  unlisted?: true
}

export interface FoundPlayer {
  userId: string
  username: string
  displayName: string
  avatar?: PictureSize
}

/** A number of the International Flipper Pinball Association, by which results are sent in to it. Public there, and here. */
export const ifpaNumber = v.pipe(v.string('must be text'), v.regex(/^\d{1,6}$/, 'must be 1 to 6 digits'))

export const playersOne = definePublication('players.one', strictObject({ username: text(1, 60) }), ['players', 'playerBests'], {
  access: 'everybody',
  404: 'there is no such player',
})

export const playersEdit = defineMethod<Record<string, never>>()(
  'players.edit',
  strictObject({
    displayName: v.optional(name(1, 60)),
    bio: v.optional(text(0, 500, { lines: true })),
    location: v.optional(name(0, 80)),
    picture: v.optional(v.nullable(strictObject({ key: text(1, 300) }))),
    unlisted: v.optional(booleanField),
    /** null takes it away */
    ifpaNumber: v.optional(v.nullable(ifpaNumber)),
  }),
  { access: 'signed in', 404: 'no such picture' },
)
