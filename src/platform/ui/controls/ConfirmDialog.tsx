import type { ReactNode } from 'react'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { FormError } from '../form/FormError.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  /** Label of the button that confirms. */
  confirmLabel: string
  /** Label of the button that cancels. */
  cancelLabel: string
  /** Performs the action. Rejects with an error whose message is shown in the dialog. */
  onConfirm: () => Promise<void>
  onClose: () => void
  /** True while what the dialog asks about is still loading: it cannot be confirmed yet. */
  isLoading?: boolean
  children: ReactNode
}

/** Asks for confirmation before a destructive action. */
export function ConfirmDialog({ title, confirmLabel, cancelLabel, onConfirm, onClose, isLoading = false, children }: ConfirmDialogProps) {
  const { busy, error, start } = useAsyncAction(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button kind="danger" busy={busy || isLoading} onClick={start}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <FormError message={error} />
    </Dialog>
  )
}
