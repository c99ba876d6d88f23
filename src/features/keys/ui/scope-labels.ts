import * as m from '#messages'
import type { KeyScope } from '../rules/scopes.ts'

/** What each scope allows, in the page's language. */
export const SCOPE_LABELS: Readonly<Record<KeyScope, () => string>> = {
  read: m.keys_scope_read,
  submit: m.keys_scope_submit,
  run: m.keys_scope_run,
  admin: m.keys_scope_admin,
  report: m.keys_scope_report,
}

/** The same in a few words, without saying whose, for a list of the keys of all. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, () => string>> = {
  read: m.keys_may_read,
  submit: m.keys_may_submit,
  run: m.keys_may_run,
  admin: m.keys_may_admin,
  report: m.keys_may_report,
}
