import { type ReactNode, useEffect, useRef } from 'react'
import * as m from '#messages'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { REASON_LENGTH } from '../rules.ts'

export interface ReasonDialogProps {
  title: string
  /** label of the field for the reason */
  label: string
  /** label of the button */
  action: string
  /** rejects with the error to show to the user */
  send: (reason: string) => Promise<void>
  onClose: () => void
  /** The action takes something away, so the button is red. */
  danger?: boolean
  children: ReactNode
}

/** A dialog that asks for a reason and then performs an action with it. */
export function ReasonDialog({ title, label, action, send, onClose, danger: isDanger = false, children }: ReasonDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? m.scores_reason_missing() : undefined }),
    send: async ({ reason }) => {
      await send(reason)
      onClose()
    },
  })
  const containerRef = useRef<HTMLDivElement>(null)
  // This runs after the dialog has opened and given the focus to its first button.
  useEffect(() => containerRef.current?.querySelector('textarea')?.focus(), [])
  return (
    <Dialog open title={title} onClose={onClose}>
      {children}
      <div ref={containerRef}>
        <FormBody form={form} action={action} kind={isDanger ? 'danger' : 'primary'} wide>
          <TextArea {...form.field('reason')} label={label} maxLength={REASON_LENGTH} />
        </FormBody>
      </div>
    </Dialog>
  )
}
