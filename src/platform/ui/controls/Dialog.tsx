import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { isOutsideElement } from '../is-outside-element.ts'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { type DialogQuestion, DialogQuestionContext } from './dialog-question.ts'
import { useUnsaved } from './use-unsaved.ts'

export type DialogProps = {
  open: boolean
  title: string
  onClose: () => void
  /** Label of the close button at the top. It says that what was entered is given up; the usual one does not, so it asks. */
  dismiss?: string
  /**
   * Whether something would be lost that was entered and not sent. Then the dialog asks before it closes on Escape, on the way back or on a tap
   * beside it. Left out: it notices what is typed and chosen in its fields. What is in it may want a question of its own (dialog-question.ts).
   */
  isDirty?: boolean | undefined
  actions?: ReactNode
  children: ReactNode
}

/** The native `<dialog>`: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({ open, title, onClose, dismiss, isDirty, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [isAsking, setIsAsking] = useState(false)
  const [question, setQuestion] = useState<DialogQuestion | null>(null)
  const { isUnsaved, handlers } = useUnsaved(dialog, question === null ? isDirty : true, () => setIsAsking(true))
  /** Whether the newest press began on the veil. A press that selects text may end there too, and must not close the dialog. */
  const pressed = useRef(false)
  const onVeil = (event: MouseEvent): boolean => event.target === dialog.current && isOutsideElement(dialog.current, event)
  const askToClose = (): void => (isUnsaved() ? setIsAsking(true) : onClose())

  useEffect(() => {
    const box = dialog.current
    if (open && box && !box.open) box.showModal()
    if (!open && box?.open) box.close()
  }, [open])

  // A dialog that unmounts while it is open must restore the focus too.
  useLayoutEffect(() => {
    const box = dialog.current
    return () => box?.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop, and Escape does the same
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      {...handlers}
      // React passes the events of a dialog inside of this one up to it.
      onCancel={event => {
        if (event.target !== dialog.current || !isUnsaved()) return
        event.preventDefault()
        setIsAsking(true)
      }}
      onClose={event => {
        if (event.target !== dialog.current) return
        // A browser closes a dialog without asking when Escape is pressed a second time.
        if (open && isUnsaved()) dialog.current.showModal()
        if (open) askToClose()
      }}
      onPointerDown={event => {
        pressed.current = onVeil(event)
      }}
      onClick={event => pressed.current && onVeil(event) && askToClose()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <Button kind="plain" onClick={dismiss === undefined ? askToClose : onClose}>
            {dismiss ?? m.ui_close()}
          </Button>
        </div>
        <DialogQuestionContext value={setQuestion}>{children}</DialogQuestionContext>
        {actions && <div className={cx(layout.row3, styles.actions)}>{actions}</div>}
      </div>
      {isAsking && <DiscardQuestion question={question ?? DISCARD} onDiscard={onClose} onClose={() => setIsAsking(false)} />}
    </dialog>
  )
}

const DISCARD: DialogQuestion = { ask: m.ui_discard_ask, words: m.ui_discard_words, yes: m.ui_discard_yes, no: m.ui_discard_no }

/** Asks whether what closing a dialog would lose is to be given up. */
function DiscardQuestion({ question, onDiscard, onClose }: { question: DialogQuestion; onDiscard: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      title={question.ask()}
      isDirty={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{question.no()}</Button>
          <Button
            kind="danger"
            onClick={event => {
              // Before the dialog around it, which gives the focus back to where it came from.
              event.currentTarget.closest('dialog')?.close()
              onDiscard()
            }}
          >
            {question.yes()}
          </Button>
        </>
      }
    >
      <p>{question.words()}</p>
    </Dialog>
  )
}
