import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import { sentenceOf, useCall } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { Dialog } from '../../../../platform/ui/Dialog.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import { Icon } from '../../../../platform/ui/Icon.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Notice } from '../../../../platform/ui/Notice.tsx'
import { RadioList } from '../../../../platform/ui/RadioList.tsx'
import { TextArea } from '../../../../platform/ui/TextArea.tsx'
import { useAccount } from '../../../accounts/ui/parts/account.ts'
import { withNext } from '../../../accounts/ui/parts/next.ts'
import { type ReportKind, reportsAdd } from '../../contract.ts'
import { CHILD_IN_DANGER, reasonOf, reasonsFor, WORDS } from '../../rules.ts'
import styles from './report.module.css'

export interface ReportButtonProps {
  kind: ReportKind
  subjectId: string
  /** "this score" */
  what: string
  /** of the page that it stands on, to come back to after signing in */
  path: string
}

/** Tells the moderators about a thing. Visitors are led to sign in first. */
export function ReportButton({ kind, subjectId, what, path }: ReportButtonProps) {
  const { state } = useAccount()
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState(false)
  const inside = (
    <>
      <Icon name="flag" />
      Report
    </>
  )
  if (state !== 'in') {
    return (
      <ButtonLink kind="plain" className={styles.button} href={withNext('/sign-in', path)} aria-label={`Report ${what}`}>
        {inside}
      </ButtonLink>
    )
  }
  const close = (): void => {
    setOpen(false)
    setSent(false)
  }
  return (
    <>
      <Button kind="plain" className={styles.button} aria-label={`Report ${what}`} onClick={() => setOpen(true)}>
        {inside}
      </Button>
      {open && (
        <Dialog open title={sent ? 'Thank you' : `Report ${what}`} onClose={close}>
          {sent ? (
            <Notice kind="success">The moderators have it now. Nobody else learns that it was you.</Notice>
          ) : (
            <ReportForm kind={kind} subjectId={subjectId} onSent={() => setSent(true)} />
          )}
        </Dialog>
      )}
    </>
  )
}

function ReportForm({ kind, subjectId, onSent }: Pick<ReportButtonProps, 'kind' | 'subjectId'> & { onSent: () => void }) {
  const add = useCall(reportsAdd)
  const [choice, setChoice] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** A report keeps its id until it was answered or changed, so that trying again cannot make two. */
  const id = useRef<string | null>(null)
  const changed = (): void => {
    id.current = null
    setError(null)
  }
  const send = async (): Promise<void> => {
    if (choice === null) return setError('Choose what is wrong.')
    id.current ??= v7()
    setBusy(true)
    setError(null)
    try {
      await add({ _id: id.current, kind, subjectId, reason: reasonOf(choice, words) })
      onSent()
    } catch (problem) {
      setError(sentenceOf(problem))
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <RadioList
        label="What is wrong?"
        value={choice}
        choices={reasonsFor(kind).map(reason => ({ value: reason, label: reason }))}
        onChange={reason => {
          setChoice(reason)
          changed()
        }}
      />
      {choice === CHILD_IN_DANGER && (
        <Notice kind="warn">
          <span>
            Is a child in danger right now? Call the police first. <Link href="/child-safety">What we do</Link>
          </span>
        </Notice>
      )}
      <TextArea
        label="Anything to add? (optional)"
        value={words}
        maxLength={WORDS}
        onChange={event => {
          setWords(event.target.value)
          changed()
        }}
      />
      <FormError message={error} />
      <Button kind="primary" type="submit" wide busy={busy}>
        Send report
      </Button>
    </form>
  )
}
