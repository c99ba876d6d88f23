/*
 * Links that open the app on phones. Their scheme is registered by `AndroidManifest.xml` and `Info.plist`. Any other app on a device may
 * register the same scheme, so a link must not contain anything that is of use to whoever gets it.
 */

/** Where the app goes on after a visit to a login service; the fragment is that of `/sign-in/finish`, but without a credential token. */
export const SIGN_IN_APP_LINK = 'skillshot://sign-in'

/** Where the app goes on after a visit to Patreon; the fragment has Patreon's answer. */
export const PATREON_APP_LINK = 'skillshot://patreon'
