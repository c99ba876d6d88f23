import { useState } from 'react'
import { sentenceOf, useCall } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { FormError } from '../../../platform/ui/FormError.tsx'
import { Link } from '../../../platform/ui/Link.tsx'
import { TextArea } from '../../../platform/ui/TextArea.tsx'
import { TimeAgo } from '../../../platform/ui/TimeAgo.tsx'
import { type ReportDoc, type ReportKind, reportsClose } from '../contract.ts'
import { isUrgent } from '../rules.ts'
import styles from './pages/reports.module.css'

const words: Record<ReportKind, string> = { score: 'Score', picture: 'Picture', comment: 'Comment', profile: 'Profile', group: 'Group' }

/** One report: what, why, who, when; and what came of it, or a way to say so. */
export function ReportCard({ report }: { report: ReportDoc & { _id: string } }) {
  const { kind, label, path, reason, by, at, state, closedAt, closedBy, outcome } = report
  const [closing, setClosing] = useState(false)
  return (
    <article className={styles.report}>
      <header className={styles.head}>
        <span className={styles.kind}>{words[kind]}</span>
        <h2 className={styles.label}>{path === null ? label : <Link href={path}>{label}</Link>}</h2>
        {path === null && <span className={styles.quiet}>Gone, or not for everybody to see</span>}
      </header>
      <p className={isUrgent(reason) ? styles.urgent : styles.reason}>{reason}</p>
      <footer className={styles.foot}>
        <p className={styles.quiet}>
          Reported by <Who who={by} /> <TimeAgo at={at} />
        </p>
        {state === 'open' && <Button onClick={() => setClosing(true)}>Close</Button>}
      </footer>
      {state === 'closed' && closedAt !== undefined && (
        <div className={styles.outcome}>
          <p>{outcome ?? 'Closed without a note.'}</p>
          <p className={styles.quiet}>
            Closed by <Who who={closedBy ?? null} /> <TimeAgo at={closedAt} />
          </p>
        </div>
      )}
      {closing && <CloseDialog reportId={report._id} onClose={() => setClosing(false)} />}
    </article>
  )
}

function Who({ who }: { who: ReportDoc['by'] }) {
  return who === null ? 'somebody who has left' : <Link href={`/players/${encodeURIComponent(who.username)}`}>{who.username}</Link>
}

function CloseDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const close = useCall(reportsClose)
  const [outcome, setOutcome] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await close({ reportId, outcome })
      onClose()
    } catch (problem) {
      setError(sentenceOf(problem))
      setBusy(false)
    }
  }
  return (
    <Dialog open title="Close this report" dismiss="Keep it open" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void send()
        }}
      >
        <TextArea
          label="What came of it? (optional)"
          hint="For the other moderators. Nobody else sees it."
          value={outcome}
          maxLength={300}
          onChange={event => setOutcome(event.target.value)}
        />
        <FormError message={error} />
        <Button kind="primary" type="submit" wide busy={busy}>
          Close it
        </Button>
      </form>
    </Dialog>
  )
}
