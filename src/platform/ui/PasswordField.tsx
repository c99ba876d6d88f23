import { useState } from 'react'
import { Button } from './Button.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** A password with a way to see what was typed. Say with `autoComplete` whether it is the current or a new one. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'beside'> & { autoComplete: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <Button kind="plain" aria-pressed={shown} aria-label="Show password" onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'}
    </Button>
  )
  return (
    <TextField {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" autoCorrect="off" spellCheck={false} beside={toggle} />
  )
}
