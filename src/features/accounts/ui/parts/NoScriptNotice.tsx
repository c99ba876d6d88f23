import * as m from '#messages'
import { Notice } from '../../../../platform/ui/Notice.tsx'

/** Where a form cannot work without script, it says so. @param what "Signing in" */
export function NoScriptNotice({ what }: { what: string }) {
  return (
    <noscript>
      <Notice kind="info">{m.accounts_script_needed({ what })}</Notice>
    </noscript>
  )
}
