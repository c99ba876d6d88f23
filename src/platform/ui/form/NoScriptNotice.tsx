import * as m from '#messages'
import { Notice } from '../states/Notice.tsx'

/** Says that a form needs JavaScript, where there is none. @param purpose for example "Signing in" */
export function NoScriptNotice({ purpose }: { purpose: string }) {
  return (
    <noscript>
      <Notice kind="info">{m.ui_script_needed({ what: purpose })}</Notice>
    </noscript>
  )
}
