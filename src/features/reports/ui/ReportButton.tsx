import { useState } from 'react'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { isSignedIn, useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import type { ReportKind } from '../contract.ts'
import styles from './report.module.css'

const ReportDialog = lazyComponent(async () => (await import('./ReportDialog.tsx')).ReportDialog)

export interface ReportButtonProps {
  kind: ReportKind
  subjectId: string
  /** for example "this score" */
  subjectLabel: string
  /** path of the page that shows the subject, to return to after signing in */
  path: string
}

/** Reports a subject to the moderators. Visitors have to sign in first. */
export function ReportButton({ kind, subjectId, subjectLabel, path }: ReportButtonProps) {
  const account = useAccount()
  const [open, setOpen] = useState(false)
  const content = (
    <>
      <Icon name="flag" />
      {m.reports_report()}
    </>
  )
  if (!isSignedIn(account)) {
    return (
      <ButtonLink
        kind="plain"
        className={styles.button}
        href={withReturnPath('/sign-in', path)}
        aria-label={m.reports_report_what({ what: subjectLabel })}
      >
        {content}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button
        kind="plain"
        className={styles.button}
        aria-label={m.reports_report_what({ what: subjectLabel })}
        onClick={() => setOpen(true)}
      >
        {content}
      </Button>
      {open && <ReportDialog kind={kind} subjectId={subjectId} subjectLabel={subjectLabel} onClose={() => setOpen(false)} />}
    </>
  )
}
