import * as m from '#messages'

/** What the provider's redirect contains: a code to confirm, or a sentence that says what to do. */
export type OAuthCallback = { code: string; state: string } | { refused: string }

/** Sentences by the error codes of OAuth 2 (RFC 6749 §4.1.2.1). */
const ERROR_MESSAGES: Readonly<Record<string, () => string>> = {
  access_denied: m.supporters_refused_denied,
  temporarily_unavailable: m.supporters_refused_busy,
  server_error: m.supporters_refused_error,
  invalid_request: m.supporters_refused_setup,
  unauthorized_client: m.supporters_refused_setup,
  unsupported_response_type: m.supporters_refused_setup,
  invalid_scope: m.supporters_refused_setup,
}

/** @param search query of the address that the provider redirected the browser to */
export function parseCallback(search: string): OAuthCallback {
  const query = new URLSearchParams(search)
  const error = query.get('error')
  if (error !== null) return { refused: Object.hasOwn(ERROR_MESSAGES, error) ? ERROR_MESSAGES[error]!() : m.supporters_refused_silent() }
  const code = query.get('code')
  const state = query.get('state')
  if (!code && !state) return { refused: m.supporters_refused_early() }
  if (!code || !state || code.length > 500 || state.length > 200) return { refused: m.supporters_refused_incomplete() }
  return { code, state }
}
