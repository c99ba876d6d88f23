import * as m from '#messages'
import type { KeyScope } from '../rules/scopes.ts'

/** What each scope allows, in the page's language. */
export const SCOPE_LABELS: Readonly<Record<KeyScope, () => string>> = {
  read: m.keys_scope_read,
  submit: m.keys_scope_submit,
  run: m.keys_scope_run,
  admin: m.keys_scope_admin,
}
