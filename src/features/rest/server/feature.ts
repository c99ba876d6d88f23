import type { KeysApi } from '#keys/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { serveDocument } from './openapi-route.ts'
import { type AnswerKnown, serveRest } from './rest-routes.ts'

export interface RestFeature {
  answerKnown: AnswerKnown
}

/** The API for other programs: every call over plain HTTP, and the document that describes all of them. */
export function startRest(platform: FeatureContext, { keys }: { keys: KeysApi }): RestFeature {
  serveDocument(platform)
  return { answerKnown: serveRest(platform, { keys }) }
}
