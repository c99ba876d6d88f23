import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import * as m from '#messages'
import { isOutsideElement } from '../is-outside-element.ts'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'

export type DialogProps = {
  open: boolean
  title: string
  onClose: () => void
  /** Label of the close button at the top. */
  dismiss?: string
  actions?: ReactNode
  children: ReactNode
}

/** The native `<dialog>`: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({ open, title, onClose, dismiss = m.ui_close(), actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  /** Whether the newest press began on the veil. A press that selects text may end there too, and must not close the dialog. */
  const pressed = useRef(false)
  const onVeil = (event: MouseEvent): boolean => event.target === dialog.current && isOutsideElement(dialog.current, event)

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
      // React passes the event of a dialog inside of this one up to it.
      onClose={event => event.target === dialog.current && onClose()}
      onPointerDown={event => {
        pressed.current = onVeil(event)
      }}
      onClick={event => pressed.current && onVeil(event) && onClose()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <Button kind="plain" onClick={onClose}>
            {dismiss}
          </Button>
        </div>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
