import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type ReportKind, reportsAdd } from '../contract.ts'
import { CHILD_IN_DANGER, MAX_REASON_TEXT, reasonsFor, reportReason } from '../rules.ts'
import { reasonLabel } from './reason-labels.ts'

export interface ReportDialogProps {
  kind: ReportKind
  subjectId: string
  /** for example "this score" */
  subjectLabel: string
  onClose: () => void
}

/** Asks for the reason of a report, then thanks the user. */
export function ReportDialog({ kind, subjectId, subjectLabel, onClose }: ReportDialogProps) {
  const [sent, setSent] = useState(false)
  return (
    <Dialog open title={sent ? m.reports_dialog_thanks() : m.reports_report_what({ what: subjectLabel })} onClose={onClose}>
      {sent ? (
        <Notice kind="success">{m.reports_dialog_sent()}</Notice>
      ) : (
        <ReportForm kind={kind} subjectId={subjectId} onSent={() => setSent(true)} />
      )}
    </Dialog>
  )
}

function ReportForm({ kind, subjectId, onSent }: Pick<ReportDialogProps, 'kind' | 'subjectId'> & { onSent: () => void }) {
  const add = useMethod(reportsAdd)
  const [choice, setChoice] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** A report keeps its id until the server has answered or the user has changed it, so that a retry cannot create a second one. */
  const id = useRef<string | null>(null)
  const resetAttempt = (): void => {
    id.current = null
    setError(null)
  }
  const send = async (): Promise<void> => {
    if (choice === null) return setError(m.reports_dialog_choose())
    id.current ??= v7()
    setBusy(true)
    setError(null)
    try {
      await add({ _id: id.current, kind, subjectId, reason: reportReason(choice, text) })
      onSent()
    } catch (problem) {
      setError(errorMessage(problem))
      setBusy(false)
    }
  }
  return (
    <form
      className={layout.stack4}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <RadioList
        label={m.reports_dialog_what()}
        value={choice}
        choices={reasonsFor(kind).map(reason => ({ value: reason, label: reasonLabel(reason) }))}
        onChange={reason => {
          setChoice(reason)
          resetAttempt()
        }}
      />
      {choice === CHILD_IN_DANGER && (
        <Notice kind="warn">
          <span>{renderMessage(m.reports_dialog_child(), { link: text => <Link href="/child-safety">{text}</Link> })}</span>
        </Notice>
      )}
      <TextArea
        label={m.reports_dialog_words()}
        value={text}
        maxLength={MAX_REASON_TEXT}
        onChange={event => {
          setText(event.target.value)
          resetAttempt()
        }}
      />
      <FormError message={error} />
      <Button kind="primary" type="submit" wide busy={busy}>
        {m.reports_dialog_send()}
      </Button>
    </form>
  )
}
