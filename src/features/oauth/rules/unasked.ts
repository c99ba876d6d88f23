/** What the provider keeps of a request that waits for an answer, as far as it decides whether somebody is asked. */
export interface AskingRequest {
  params: { client_id?: string; redirect_uri?: string; scope?: string; prompt?: string }
  /** why the provider asks */
  prompt?: { name: string; reasons: readonly string[] }
}

/** Of its reasons, those that say only that it keeps no session, as for everybody. */
const NO_SESSION: readonly string[] = ['no_session', 'unconfirmed']

/**
 * True if a request may be answered by what was allowed before. False if the application wants a question (`prompt`), if the provider wants
 * more than to know who somebody is (such as a sign-in that is recent enough, or a certain person), and if nothing says which program asks: it
 * has no secret, and the answer goes to a port of somebody's own machine (RFC 6749 §10.2, RFC 8252 §8.6).
 */
export function mayGoOnUnasked({ params, prompt }: AskingRequest, { hashedSecret }: { hashedSecret: string | null }): boolean {
  if (params.prompt !== undefined) return false
  if (prompt === undefined || prompt.name !== 'login' || !prompt.reasons.every(reason => NO_SESSION.includes(reason))) return false
  return hashedSecret !== null || params.redirect_uri?.startsWith('https:') === true
}
