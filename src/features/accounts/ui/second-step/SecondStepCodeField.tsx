import * as m from '#messages'
import { TextField, type TextFieldProps } from '#platform/ui/form/TextField.tsx'

/** The field for a code of the second step: of an authenticator app, or a recovery code. */
export const SecondStepCodeField = (props: Omit<TextFieldProps, 'label' | 'hint'>) => (
  <TextField
    label={m.ui_code()}
    hint={m.accounts_two_code_any_hint()}
    autoComplete="one-time-code"
    autoCapitalize="none"
    dir="ltr"
    {...props}
  />
)
