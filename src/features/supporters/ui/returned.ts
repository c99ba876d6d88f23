/** What came back with the browser: a code to confirm, or a sentence that says what to do. */
export type Returned = { code: string; state: string } | { refused: string }

const NOTHING = 'Nothing was linked.'

const NOT_SET_UP = `This site and Patreon do not understand each other. ${NOTHING} Tell the people who run this site.`

/** By the errors of OAuth 2 (RFC 6749 §4.1.2.1). */
const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: `You did not allow the link. ${NOTHING} If you want the badge after all, start again and choose “Allow” on Patreon.`,
  temporarily_unavailable: `Patreon has no time just now. ${NOTHING} Wait a few minutes, then start again.`,
  server_error: `Something went wrong at Patreon. ${NOTHING} Wait a few minutes, then start again.`,
  invalid_request: NOT_SET_UP,
  unauthorized_client: NOT_SET_UP,
  unsupported_response_type: NOT_SET_UP,
  invalid_scope: NOT_SET_UP,
}
/** @param search of the address that the provider sent the browser back to */
export function readReturn(search: string): Returned {
  const query = new URLSearchParams(search)
  const error = query.get('error')
  if (error !== null)
    return {
      refused: Object.hasOwn(REFUSALS, error) ? REFUSALS[error]! : `Patreon refused, and did not say why. ${NOTHING} Start again.`,
    }
  const code = query.get('code')
  const state = query.get('state')
  if (!code && !state) return { refused: `Patreon sends you here when you have allowed the link. ${NOTHING} Start on the page before.` }
  if (!code || !state || code.length > 500 || state.length > 200)
    return { refused: `Patreon’s answer came incomplete. ${NOTHING} Start again.` }
  return { code, state }
}
