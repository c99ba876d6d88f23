import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { Dialog } from '../controls/Dialog.tsx'
import { FormBody } from '../form/FormBody.tsx'
import { useForm } from '../form/use-form.ts'
import { KioskCodeField, kioskCodeProblem } from './KioskCodeField.tsx'

export interface KioskDialogProps {
  /** what guests can do at the kiosk */
  words: ReactNode
  /** shows the link of a kiosk that is left by this code */
  link(code: string): ReactNode
  /** shown before the code is chosen, such as the kiosks that there are */
  children?: ReactNode
  onClose: () => void
}

/** Asks for the code by which a new kiosk will be left, then shows its link. */
export function KioskDialog({ words, link, children, onClose }: KioskDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const form = useForm<{ code: string }>({
    initial: { code: '' },
    check: ({ code }) => ({ code: kioskCodeProblem(code) }),
    send: async ({ code }) => setChosen(code),
  })
  return (
    <Dialog open title={m.ui_kiosk_set_up()} isDirty={chosen === null && form.isDirty} onClose={onClose}>
      {chosen === null ? (
        <>
          <FormBody form={form} action={m.ui_kiosk_next()} wide>
            <p>{words}</p>
            <KioskCodeField form={form} hint={m.ui_kiosk_code_hint()} />
          </FormBody>
          {children}
        </>
      ) : (
        link(chosen)
      )}
    </Dialog>
  )
}
