import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type ReportDoc, type ReportKind, reportsClose } from '#reports/contract.ts'
import { isUrgent } from '#reports/rules.ts'
import { reasonLabel } from '#reports/ui/reason-labels.ts'
import { reportTitle } from './report-title.ts'
import styles from './reports.module.css'

const kindLabels: Record<ReportKind, () => string> = {
  score: m.reports_kind_score,
  picture: m.reports_kind_picture,
  comment: m.reports_kind_comment,
  profile: m.reports_kind_profile,
  group: m.ui_group,
  venue: m.reports_kind_venue,
}

export type Report = ReportDoc & { _id: string }

/** The reports of one subject, each with its reason, reporter and time, and its outcome or a button to close it. */
export function ReportCard({ reports }: { reports: readonly [Report, ...Report[]] }) {
  const { kind, label, path } = reports[0]
  const title = reportTitle(kind, label)
  return (
    <article className={cx(layout.stack3, layout.card, layout.anywhere, styles.report)}>
      <header className={styles.head}>
        <span className={cx(layout.small, styles.kind)}>{kindLabels[kind]()}</span>
        <h2 className={styles.label}>
          <bdi>{path === null ? title : <Link href={path}>{title}</Link>}</bdi>
        </h2>
        {path === null && <span className={layout.quiet}>{m.reports_card_gone()}</span>}
      </header>
      {reports.map(report => (
        <OneReport key={report._id} report={report} />
      ))}
    </article>
  )
}

function OneReport({ report }: { report: Report }) {
  const { reason, by, at, state, closedAt, closedBy, outcome } = report
  const [closing, setClosing] = useState(false)
  return (
    <div className={cx(layout.stack2, styles.one)}>
      <p className={isUrgent(reason) ? styles.urgent : styles.reason} dir="auto">
        {reasonLabel(reason)}
      </p>
      <div className={cx(layout.row3, styles.foot)}>
        <p className={layout.quiet}>
          {renderMessage(m.reports_card_by(), { who: () => <UserLink user={by} />, when: () => <TimeAgo at={at} /> })}
        </p>
        {state === 'open' && <Button onClick={() => setClosing(true)}>{m.reports_close_report()}</Button>}
      </div>
      {state === 'closed' && closedAt !== undefined && (
        <div className={cx(layout.stack1, styles.outcome)}>
          <p dir="auto">{outcome ?? m.reports_card_no_note()}</p>
          <p className={layout.quiet}>
            {renderMessage(m.reports_card_closed_by(), {
              who: () => <UserLink user={closedBy ?? null} />,
              when: () => <TimeAgo at={closedAt} />,
            })}
          </p>
        </div>
      )}
      {closing && <CloseDialog reportId={report._id} onClose={() => setClosing(false)} />}
    </div>
  )
}

function UserLink({ user }: { user: ReportDoc['by'] }) {
  return user === null ? m.reports_card_somebody() : <Link href={`/players/${encodeURIComponent(user.username)}`}>{user.username}</Link>
}

function CloseDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const close = useMethod(reportsClose)
  const form = useForm({
    initial: { outcome: '' },
    send: async ({ outcome }) => {
      await close({ reportId, outcome })
      onClose()
    },
  })
  return (
    <Dialog open title={m.reports_close_title()} dismiss={m.ui_cancel()} onClose={onClose}>
      <FormBody form={form} action={m.reports_close_report()} wide>
        <TextArea label={m.reports_close_outcome()} hint={m.reports_close_outcome_hint()} maxLength={300} {...form.field('outcome')} />
      </FormBody>
    </Dialog>
  )
}
