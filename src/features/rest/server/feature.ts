import type { KeysApi } from '#keys/server/api.ts'
import type { OauthApi } from '#oauth/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { ApartAssets } from '#platform/render/html-document.ts'
import { serveDocument } from './openapi-routes.ts'
import { type AnswerKnown, serveRest } from './rest-routes.ts'

export interface RestFeature {
  answerKnown: AnswerKnown
}

/** What the API needs besides the platform. */
export interface RestParts {
  keys: KeysApi
  oauth: OauthApi
  /** returns the browser's files of the page that reads the document, of the present build */
  readerAssets: () => ApartAssets
}

/** The API for other programs: every call over plain HTTP, the document that describes all of them, and a page on which people read it. */
export function startRest(platform: FeatureContext, { keys, oauth, readerAssets }: RestParts): RestFeature {
  serveDocument(platform, readerAssets)
  // An access token of an application is presented as a key is, and does what a key does.
  const authenticate: KeysApi['authenticate'] = async secret => (await keys.authenticate(secret)) ?? oauth.authenticate(secret)
  const known: KeysApi['known'] = secret => keys.known(secret) ?? oauth.known(secret)
  return { answerKnown: serveRest(platform, { authenticate, known }) }
}
