import * as v from 'valibot'
import { freshSignInNeeded } from '#accounts/contract/protocol-errors.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { ADMINISTRATION, HOUR, PERSONAL, perUser } from '#platform/live/rates.ts'
import { booleanField, id, name, strictObject, uuidV7 } from '#platform/live/schemas.ts'
import { atMostCharacters, atMostItems, fieldRule, mustBeList, mustBeText, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { isRedirectAddress } from './rules/redirect-address.ts'
import type { OauthScope } from './rules/scopes.ts'

/* Signing in at other sites with an account of this one is our addition (decision 058). */

/** Applications that a site may have. */
export const MAX_APPLICATIONS = 100
/** Redirect addresses of one application. */
export const MAX_ADDRESSES = 10

export const noApplication = defineError(404, 'no-application', 'There is no such application.')
export const applicationIdUsed = defineError(409, 'id-used', 'This id was used for another application.')
export const tooManyApplications = defineError(409, 'too-many-applications', 'There are {n} applications. Remove one that isn’t used.')
export const requestGone = defineError(404, 'request-gone', 'This request has ended. Start again where you came from.')

/** An application of another site, as administrators see it. Nobody sees its secret again. */
export interface ApplicationInfo {
  /** also its `client_id` */
  applicationId: string
  name: string
  redirectUris: string[]
  /** false: it runs where everybody can read its code, such as in a browser, and has no secret */
  isConfidential: boolean
  createdAt: Date
  /** how many people have allowed it */
  people: number
  /** when any of them used it last, to the minute; null: it was never used */
  lastUsedAt: Date | null
}

/** An application that a user has allowed. */
export interface AllowedApplication {
  applicationId: string
  name: string
  /** what it may do, by everything that the user has allowed it */
  scopes: OauthScope[]
  /** when it was allowed last */
  allowedAt: Date
  /** to the minute; null: it was never used */
  lastUsedAt: Date | null
}

export const mustBeRedirectAddress = (): string => fieldRule('redirect-address', 'must be an address such as https://example.com/back')

const redirectUri = v.pipe(
  v.string(mustBeText()),
  v.maxLength(500, atMostCharacters(500)),
  v.check(isRedirectAddress, mustBeRedirectAddress()),
)

/**
 * Registers an application of another site, and returns its secret, which nothing else shows; the same call again returns it again. One that
 * is not confidential has none. It needs a recent sign-in.
 */
export const oauthAdd = defineMethod<{ secret: string | null }>()(
  'oauth.add',
  strictObject({
    _id: uuidV7,
    name: name(1, 60),
    redirectUris: v.pipe(
      v.array(redirectUri, mustBeList()),
      v.minLength(1, mustNotBeEmpty()),
      v.maxLength(MAX_ADDRESSES, atMostItems(MAX_ADDRESSES)),
      v.check(list => new Set(list).size === list.length, fieldRule('duplicate', 'must not name an address twice')),
    ),
    isConfidential: booleanField,
  }),
  {
    example: { name: 'League of the north', redirectUris: ['https://league.example/back'], isConfidential: true },
    access: 'administrators',
    rates: ADMINISTRATION,
    errors: [freshSignInNeeded, applicationIdUsed, tooManyApplications],
  },
)

/** Returns the applications of the site, the newest first. */
export const oauthAll = defineMethod<ApplicationInfo[]>()('oauth.all', strictObject({}), {
  access: 'administrators',
  rates: ADMINISTRATION,
  errors: [],
})

/** Removes an application: nobody can sign in with it any more, and its tokens end. */
export const oauthRemove = defineMethod<Record<string, never>>()('oauth.remove', strictObject({ applicationId: id }), {
  access: 'administrators',
  rates: ADMINISTRATION,
  errors: [noApplication],
})

/** Returns the applications that the caller has allowed, the one that was allowed last first. */
export const oauthMine = defineMethod<AllowedApplication[]>()('oauth.mine', strictObject({}), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})

/** Takes back what the caller has allowed an application: its tokens end. */
export const oauthRevoke = defineMethod<Record<string, never>>()('oauth.revoke', strictObject({ applicationId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noApplication],
})

/**
 * Returns a ticket as `oauth.allow` does if the caller has allowed the same application as much before and wants no question (decision 058);
 * null: the caller has to be asked.
 */
export const oauthRecall = defineMethod<{ ticket: string | null }>()('oauth.recall', strictObject({ requestId: id }), {
  access: 'signed in',
  rates: [perUser(60, HOUR)],
  errors: [requestGone],
})

/**
 * Returns a ticket that allows one request of an application in the name of the caller. It works only in the browser that began the request,
 * and for a minute. It needs a recent sign-in where the application may change something.
 */
export const oauthAllow = defineMethod<{ ticket: string }>()('oauth.allow', strictObject({ requestId: id }), {
  access: 'signed in',
  rates: [perUser(60, HOUR)],
  errors: [freshSignInNeeded, requestGone],
})
