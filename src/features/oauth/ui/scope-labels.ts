import { SCOPE_LABELS as KEY_SCOPE_LABELS } from '#keys/ui/scope-labels.ts'
import * as m from '#messages'
import type { OauthScope } from '../rules/scopes.ts'

/** What each scope allows, in a few words. */
export const OAUTH_SCOPE_LABELS: Readonly<Record<OauthScope, () => string>> = {
  openid: m.oauth_scope_openid,
  profile: m.oauth_scope_profile,
  read: KEY_SCOPE_LABELS.read,
  submit: KEY_SCOPE_LABELS.submit,
  run: KEY_SCOPE_LABELS.run,
}

/** What each scope allows, as the end of a sentence that begins with the application. */
export const CONSENT_WORDS: Readonly<Record<OauthScope, () => string>> = {
  openid: m.oauth_consent_openid,
  profile: m.oauth_consent_profile,
  read: m.oauth_consent_read,
  submit: m.oauth_consent_submit,
  run: m.oauth_consent_run,
}
