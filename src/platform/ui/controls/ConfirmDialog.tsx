import { type ReactNode, useState } from 'react'
import { errorMessage } from '../../live/hooks.ts'
import { FormError } from '../form/FormError.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  /** Label of the button that confirms. */
  yes: string
  /** Label of the button that cancels. */
  no: string
  /** Performs the action. Rejects with an error whose message is shown in the dialog. */
  run: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Asks for confirmation before a destructive action. */
export function ConfirmDialog({ title, yes, no, run, onClose, children }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await run()
      onClose()
    } catch (problem) {
      setError(errorMessage(problem))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{no}</Button>
          <Button kind="danger" busy={busy} onClick={() => void confirm()}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
      <FormError message={error} />
    </Dialog>
  )
}
