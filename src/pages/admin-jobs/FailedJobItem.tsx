import { useState } from 'react'
import { type FailedJobDoc, jobsDiscard, jobsRestore, jobsRetry } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { countParams } from '#admin/ui/format-bytes.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'

/** A failed job: its kind, when it failed, after how many tries, the last error, and buttons to try it again or discard it. */
export function FailedJobItem({ job }: { job: FailedJobDoc & { _id: string } }) {
  const { _id: jobId, kind, failedAt, tries, error, discardedAt } = job
  const [retry, discard, restore] = [useMethod(jobsRetry), useMethod(jobsDiscard), useMethod(jobsRestore)]
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const renderButton = (label: string, call: (input: { jobId: string }) => Promise<unknown>) => (
    <Button
      busy={busy === label}
      onClick={async () => {
        setBusy(label)
        setProblem(null)
        await call({ jobId }).catch((cause: unknown) => setProblem(errorMessage(cause)))
        setBusy(null)
      }}
    >
      {label}
    </Button>
  )
  return (
    <li className={cx(layout.between, styles.item)}>
      <div className={cx(layout.stack1, layout.anywhere, entries.grow)}>
        <span className={layout.strong}>{m.admin_jobs_kind({ kind })}</span>
        <span dir="ltr">{error}</span>
        <span className={cx(layout.quiet, styles.facts)}>
          <span>{m.admin_jobs_tries(countParams(tries))}</span>
          <TimeAgo at={failedAt} />
          {discardedAt !== undefined && <span>{m.admin_jobs_discarded()}</span>}
        </span>
        <FormError message={problem} />
      </div>
      <div className={cx(layout.row3, styles.actions)}>
        {renderButton(m.admin_jobs_retry(), retry)}
        {discardedAt === undefined ? renderButton(m.admin_jobs_discard(), discard) : renderButton(m.ui_undo(), restore)}
      </div>
    </li>
  )
}
