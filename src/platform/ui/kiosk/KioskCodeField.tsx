import * as m from '#messages'
import { PasswordField } from '../form/PasswordField.tsx'
import type { Form } from '../form/use-form.ts'

/** The field of a code that opens a kiosk, when it is chosen and when it is left. */
export function KioskCodeField({ form, hint }: { form: Form<{ code: string }>; hint: string }) {
  return <PasswordField label={m.ui_kiosk_code()} hint={hint} autoComplete="new-password" {...form.field('code')} />
}

/** Returns what is wrong with the code of a kiosk, which has 4 to 32 characters. */
export const kioskCodeProblem = (code: string): string | undefined =>
  code.length < 4 || code.length > 32 ? m.ui_kiosk_code_length() : undefined
