import * as v from 'valibot'
import { argument, defineMethod, flag, id, newId, text } from '../../platform/live/contract.ts'

/** The same as `account.delete`, of somebody else's account. */
export const usersDelete = defineMethod<Record<string, never>>()('users.delete', argument({ userId: id, eraseScores: flag }), {
  401: 'not signed in',
  403: 'not an admin',
  404: 'no such user',
})

/** Makes an account without a password and sends the enrolment e-mail. Idempotent on `_id`, which becomes the user's id. */
export const usersEnroll = defineMethod<{ userId: string }>()(
  'users.enroll',
  argument({
    _id: newId,
    username: text(1, 40),
    email: text(3, 254),
    roles: v.optional(v.pipe(v.array(text(1, 100), 'must be a list'), v.maxLength(20, 'must hold at most 20'))),
  }),
  {
    401: 'not signed in',
    403: 'not an admin; the user name is taken',
    409: 'the id was used for another user; the address has an account',
  },
)
