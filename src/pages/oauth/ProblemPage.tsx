import * as m from '#messages'
import type { ProblemReason } from '#oauth/paths.ts'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'

const WORDS: Readonly<Record<ProblemReason, () => string>> = {
  expired: m.error_request_gone,
  application: m.oauth_problem_application,
  address: m.oauth_problem_address,
  request: m.oauth_problem_request,
  busy: m.oauth_problem_busy,
}

/** Says why the request of another site cannot go on, where its answer cannot be sent back to that site. */
export function ProblemPage({ reason }: { reason: ProblemReason }) {
  return (
    <SimpleShell title={m.oauth_problem_title()}>
      <div className={layout.stack4}>
        <Notice kind="warn">{WORDS[reason]()}</Notice>
        <div className={layout.row3}>
          <ButtonLink href="/">{m.ui_latest_scores()}</ButtonLink>
        </div>
      </div>
    </SimpleShell>
  )
}
