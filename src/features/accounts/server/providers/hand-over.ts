import * as v from 'valibot'

/**
 * How a client that has chosen its credential token, as those of Meteor's package `oauth` do, gets the secret when a visit has ended. `popup`:
 * by the window that opened this one, or by the storage of the browser; `redirect`: on the page that it names; `cordova`: in the address of
 * a page that the app watches.
 */
export interface CredentialHandOver {
  credentialToken: string
  style: 'popup' | 'redirect' | 'cordova'
  /** address of the page to go back to; null unless the style is `redirect` */
  redirectUrl: string | null
}

export const isCredentialToken = (text: string): boolean => /^[\w-]{22,100}$/.test(text)

const MAX_ADDRESS = 2000
const credentialToken = v.pipe(v.string(), v.check(isCredentialToken))
const redirectUrl = v.pipe(v.string(), v.maxLength(MAX_ADDRESS), v.url())
const meteorState = v.union([
  v.object({ loginStyle: v.literal('redirect'), credentialToken, redirectUrl }),
  v.object({ loginStyle: v.literal('popup'), credentialToken, isCordova: v.nullish(v.boolean()) }),
])

/** Reads the `state` that Meteor's clients send: JSON in base 64 (Meteor, packages/oauth). @returns null if it is none */
export function readMeteorState(state: string): CredentialHandOver | null {
  // Some of these clients do not encode the text for the address, in which a plus sign then stands for a space.
  const text = Buffer.from(state.replaceAll(' ', '+'), 'base64').toString('utf8')
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), meteorState), text)
  if (!read.success) return null
  const { output } = read
  if (output.loginStyle === 'redirect')
    return { credentialToken: output.credentialToken, style: 'redirect', redirectUrl: output.redirectUrl }
  return { credentialToken: output.credentialToken, style: output.isCordova ? 'cordova' : 'popup', redirectUrl: null }
}

/**
 * Reads what a client asks for by the parameters of the address where a visit begins.
 * @returns null: it wants nothing handed over, or `state` is not one of Meteor's
 */
export function readHandOver(query: Readonly<Record<string, string>>): CredentialHandOver | null {
  const { state, credentialToken: token, style, redirectUrl: address } = query
  if (state !== undefined) return readMeteorState(state)
  if (token === undefined || !isCredentialToken(token)) return null
  if (style === 'popup') return { credentialToken: token, style, redirectUrl: null }
  if (address === undefined || !v.is(redirectUrl, address)) return null
  return { credentialToken: token, style: 'redirect', redirectUrl: address }
}
