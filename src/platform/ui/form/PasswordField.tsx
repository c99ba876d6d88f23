import { useState } from 'react'
import * as m from '#messages'
import { Button } from '../controls/Button.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** A password input with a button that reveals the text. `autoComplete` states whether it is the current or a new password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'beside'> & { autoComplete: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <Button kind="plain" aria-pressed={shown} aria-label={m.ui_password_show_label()} onClick={() => setShown(!shown)}>
      {shown ? m.ui_password_hide() : m.ui_password_show()}
    </Button>
  )
  return (
    <TextField {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" autoCorrect="off" spellCheck={false} beside={toggle} />
  )
}
