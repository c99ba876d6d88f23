import { type ReactNode, useState } from 'react'
import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import type { SettingsInput } from '#platform/settings/settings-schema.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { settingsUpdate } from '../contract.ts'

interface RemoveSettingProps {
  /** of the button, and of the one that confirms */
  label: string
  /** what screen readers say in place of the label */
  name?: string
  title: string
  /** what removing it means for users */
  children: ReactNode
  /** the setting without what is removed */
  patch: SettingsInput
}

/** A button that removes a setting, or a part of one, after asking. */
export function RemoveSetting({ label, name, title, children, patch }: RemoveSettingProps) {
  const update = useMethod(settingsUpdate)
  const fresh = useFreshSignIn()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="plain" aria-label={name} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={title}
          confirmLabel={label}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await fresh.run(() => update(patch)))}
          onClose={() => setIsOpen(false)}
        >
          <p>{children}</p>
        </ConfirmDialog>
      )}
      {fresh.dialog}
    </>
  )
}
